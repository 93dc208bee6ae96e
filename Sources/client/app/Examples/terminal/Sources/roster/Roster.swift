import Foundation
import RollcallApp

/// An app in a terminal: sign-up and sign-in, the own profile, and who is here.
///
/// Arguments: the address of the door, and the file that keeps the session; by default
/// `~/.roster-session`.
@main
enum Roster {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let address = arguments.first.flatMap({ URL(string: $0) }) else {
            print("usage: roster ADDRESS [FILE]")
            exit(64)
        }
        let usual = FileManager.default.homeDirectoryForCurrentUser
            .appendingPathComponent(".roster-session")
        let file = arguments.dropFirst().first.map { URL(fileURLWithPath: $0) } ?? usual
        let rollcall = Rollcall(
            address, store: FileSessionStore(file: file), device: .init(label: "Terminal"))
        guard let terminal = Terminal() else {
            print("roster needs a terminal")
            exit(64)
        }
        await show(rollcall, on: terminal)
        terminal.restore()
    }

    /// Shows a screen for each state, until the user leaves.
    private static func show(_ account: any AccountService, on terminal: Terminal) async {
        let (events, tell) = AsyncStream.makeStream(of: Event.self)
        terminal.readKeys { tell.yield(.key($0)) }
        let states = account.states
        let watch = Task { for await state in states { tell.yield(.state(state)) } }
        defer { watch.cancel() }
        var screen: any Screen = OpeningScreen()
        terminal.show(screen.lines)
        for await event in events {
            if event == .key(.leave) { return }
            if case .state(let state) = event, let next = next(state, screen, account, tell) {
                screen = next
            } else {
                screen.handle(event)
            }
            terminal.show(screen.lines)
        }
    }

    /// - Returns: the screen for another state; nil if the present one goes on.
    private static func next(
        _ state: AuthState, _ screen: any Screen, _ account: any AccountService,
        _ tell: AsyncStream<Event>.Continuation
    ) -> (any Screen)? {
        switch state {
        case .restoring: OpeningScreen()
        case .signedOut(let reason): AuthScreen(account, reason, tell)
        case .signedIn(let user): screen is HomeScreen ? nil : HomeScreen(account, user, tell)
        }
    }
}

/// What happens to a screen.
enum Event: Sendable, Equatable {
    case key(Key)
    case state(AuthState)
    case name(DisplayNameCheck.Verdict)
    case people([User], isStale: Bool)
    /// The work of the screen is done; with a sentence if something is to be said.
    case done(String?, DoneWork)
}

/// What was done.
enum DoneWork: Sendable, Equatable {
    case nothing, failed(RollcallError), codeRequired(PendingSignIn), resetRequested(String)
    case passwordChanged, found([String])
}

/// Does what a screen wants, and tells it how that went.
struct Worker: Sendable {
    typealias Work =
        @Sendable (any AccountService) async throws(RollcallError) -> (
            String?, DoneWork
        )

    let account: any AccountService
    let tell: AsyncStream<Event>.Continuation

    func start(_ work: @escaping Work) {
        Task {
            do throws(RollcallError) {
                let (sentence, done) = try await work(account)
                tell.yield(.done(sentence, done))
            } catch {
                tell.yield(.done(nil, .failed(error)))
            }
        }
    }
}

/// What the terminal shows, at most 24 lines of 80 columns.
protocol Screen {
    var lines: [String] { get }
    mutating func handle(_ event: Event)
}

struct OpeningScreen: Screen {
    var lines: [String] { ["Opening …"] }
    func handle(_ event: Event) {}
}
