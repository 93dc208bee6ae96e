import Foundation
import RollcallApp

/// Who is here, and the own profile. The user is online as long as it is shown.
struct HomeScreen: Screen {
    private enum Mode { case people, profile }

    private let worker: Worker
    private let people: People
    private let isHere: Cancelling
    private var user: User
    private var mode = Mode.people
    private var search = ""
    private var users: [User] = []
    private var isStale = false
    private var profile: Fields<ProfileForm>
    private var message: String?
    private var isBusy = false

    init(_ account: any AccountService, _ user: User, _ tell: AsyncStream<Event>.Continuation) {
        (self.user, worker) = (user, Worker(account: account, tell: tell))
        people = account.people([])
        isHere = Cancelling(Task { try? await account.beHere() })
        profile = Self.fields(user)
        Task { [people] in
            for await users in people {
                tell.yield(.people(users, isStale: people.isStale))
            }
        }
    }

    private static func fields(_ user: User) -> Fields<ProfileForm> {
        Fields(
            ProfileForm(user.profile),
            [
                .init(label: "Display name", id: .displayName, text: \.displayName),
                .init(label: "Pronouns", id: .pronouns, text: \.pronouns),
                .init(label: "Location", id: .location, text: \.location),
                .init(label: "About you", id: .bio, text: \.bio),
            ])
    }

    var lines: [String] {
        let name = user.displayName.isEmpty ? user.email : user.displayName
        let content =
            mode == .profile
            ? ["Profile".bold, ""] + profile.lines() : ["People".bold, ""] + peopleLines
        let enter = mode == .profile ? "Enter: save" : "Enter: search"
        let unverified = user.isEmailVerified ? "" : "  (address not verified)".dim
        return [name.printable + unverified, ""] + content + [""]
            + (message.map { $0.wrapped() } ?? [])
            + [isBusy ? "Please wait …" : ""]
            + ["", "\(enter)   Ctrl-N: people, profile   Ctrl-O: sign out   Ctrl-X: leave".dim]
    }

    private var peopleLines: [String] {
        ["  The name begins with: \(search.printable)"]
            + (isStale ? ["  Not connected. This may be out of date.".dim] : [])
            + users.prefix(14).map { user in
                let state =
                    if user.isOnline {
                        "● \(user.statusText?.printable ?? "online")".green
                    } else if let lastSeen = user.lastSeen {
                        "last seen \(lastSeen.formatted())".dim
                    } else {
                        "offline".dim
                    }
                return "  "
                    + user.displayName.printable.padding(
                        toLength: 32, withPad: " ", startingAt: 0) + state
            }
    }

    mutating func handle(_ event: Event) {
        switch event {
        case .key(.mode): (mode, message) = (mode == .people ? .profile : .people, nil)
        case .key(.out):
            start { account throws(RollcallError) in
                try await account.signOut()
                return (nil, .nothing)
            }
        case .key(.enter): mode == .people ? find() : save()
        case .key(let key):
            message = nil
            switch (mode, key) {
            case (.profile, _): profile.handle(key)
            case (.people, .text(let text)): search += text
            case (.people, .erase): search = String(search.dropLast())
            default: break
            }
        case .state(let state):
            guard let user = state.user else { return }
            // What was typed stays.
            profile.form.rebase(from: ProfileForm(self.user.profile), on: user.profile)
            self.user = user
        case .people(let users, let isStale): (self.users, self.isStale) = (users, isStale)
        case .done(let sentence, let work): finish(sentence, work)
        case .name: break
        }
    }

    private mutating func find() {
        start { [search] account throws(RollcallError) in
            let found = try await account.searchUsers(prefix: search)
            return (found.isEmpty ? "Nobody was found." : nil, .found(found.map(\.id)))
        }
    }

    private mutating func save() {
        guard profile.form.attempt() else { return }
        start { [change = profile.form.change] account throws(RollcallError) in
            // The state has the user, too.
            try await account.updateProfile(change)
            return ("The profile was saved.", .nothing)
        }
    }

    private mutating func start(_ work: @escaping Worker.Work) {
        guard !isBusy else { return }
        isBusy = true
        worker.start(work)
    }

    private mutating func finish(_ sentence: String?, _ work: DoneWork) {
        (isBusy, message) = (false, sentence)
        switch work {
        case .found(let ids): people.ids = ids
        case .failed(let error):
            let others = profile.form.refuse(error).map { Sentences()($0, retryAt: error.retryAt) }
            message = others.isEmpty ? nil : others.joined(separator: " ")
        default: break
        }
    }
}

/// A task that ends with this value.
final class Cancelling: Sendable {
    private let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
    deinit { task.cancel() }
}
