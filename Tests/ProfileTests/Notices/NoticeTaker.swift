import NIOPosix
import RollcallAPI
import RollcallRPC
import Synchronization

@testable import Profile

/// Auth, as far as notices go, which does what the test says.
final class NoticeTaker: Sendable {
    typealias Conduct = @Sendable (SendTakeDownNoticeRequest) async throws -> Void

    private struct State {
        var taken: [SendTakeDownNoticeRequest] = []
        var calls = 0
        var conduct: Conduct = { _ in }
    }

    private let state = Mutex(State())

    /// What was accepted, in order.
    var taken: [SendTakeDownNoticeRequest] { state.withLock { $0.taken } }
    /// How often it was called.
    var calls: Int { state.withLock { $0.calls } }

    /// - Parameter conduct: is asked before a notice is accepted, and throws to refuse it.
    func setConduct(_ conduct: @escaping Conduct) {
        state.withLock { $0.conduct = conduct }
    }

    private func take(_ notice: SendTakeDownNoticeRequest) async throws {
        let conduct = state.withLock { state in
            state.calls += 1
            return state.conduct
        }
        try await conduct(notice)
        state.withLock { $0.taken.append(notice) }
    }

    /// Runs `body` with a client of this Auth.
    func serving(_ body: (AuthServiceClient) async throws -> Void) async throws {
        var router = Router()
        router.unary(AuthServiceMethods.sendTakeDownNotice) { notice, _ in
            try await self.take(notice)
            return SendTakeDownNoticeResponse()
        }
        var configuration = ServerConfiguration()
        configuration.connection.helloTimeout = .seconds(60)
        let server = try Server(
            router: router, authenticator: ProfileAuthenticator(), configuration: configuration,
            logger: .quiet)
        let loops = MultiThreadedEventLoopGroup.singleton
        let client = server.inMemoryClient(
            configuration: configuration.connection, clientLoop: loops.next(),
            serverLoop: loops.next())
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(AuthServiceClient(client))) } catch {
            outcome = .failure(error)
        }
        await server.drain()
        try outcome.get()
    }
}

/// Knows every caller as Profile.
private struct ProfileAuthenticator: Authenticator {
    func authenticate(_ context: CallContext) async throws -> Caller {
        .service(Caller.profileName)
    }
}

extension NoticePace {
    /// For tests, which do not wait.
    static var fast: NoticePace {
        var pace = NoticePace()
        pace.backoff = Backoff(initial: .milliseconds(2), maximum: .milliseconds(20))
        pace.poll = .milliseconds(20)
        return pace
    }
}
