import Logging
import NIOPosix
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Presence

/// The Presence service on a real file, for the length of a test, called over its real connection.
/// Time passes when the test says so.
struct PresenceServer: Sendable {
    let runtime: PresenceRuntime
    let connection: any RPCClient
    let clock: TestClock
    private let ids: UUIDv7Generator

    fileprivate init(_ runtime: PresenceRuntime, _ connection: any RPCClient, _ clock: TestClock) {
        self.runtime = runtime
        self.connection = connection
        self.clock = clock
        ids = UUIDv7Generator { clock.wall }
    }

    var service: PresenceServiceClient { PresenceServiceClient(connection) }

    /// A signed-in user that nobody has heard of.
    func user() throws -> Person {
        user(try ids.next().description)
    }

    func user(_ id: String) -> Person {
        Person(service: service, id: id, tokenEnd: clock.wall / 1000 + 86_400)
    }

    /// A device of the user goes online, without a call.
    func goOnline(_ user: String, device: String = "phone", isAway: Bool = false) throws {
        let id = try #require(UUIDv7(user))
        let key = try #require(DeviceKey(device))
        _ = try runtime.hub.attempt { roster, now throws(Roster.Refusal) in
            try roster.goOnline(id, device: key, duration: 30_000, isAway: isAway, at: now)
        }
    }

    func beginDrain() { runtime.beginDrain() }

    /// The service looks at the leases.
    func scan() { runtime.hub.scan() }

    /// The service writes what has changed.
    func write() async { await runtime.writer.write() }

    /// Time passes, and the service looks at the leases as often as it does.
    func tick(seconds: Int) {
        for _ in 0..<seconds * 2 {
            clock.pass(500)
            scan()
        }
    }
}

/// Runs `body` with a server, and drains it afterwards.
///
/// - Parameter endsInOrder: if not, the process ends as if it was killed.
func withPresenceServer(
    in folder: TemporaryDirectory? = nil, clock: TestClock = TestClock(),
    endsInOrder: Bool = true, configuration: PresenceConfiguration = PresenceConfiguration(),
    _ body: (PresenceServer) async throws -> Void
) async throws {
    let folder = try folder ?? TemporaryDirectory()
    let store = try PresenceStore(path: folder.path + "/presence.sqlite") { _ in }
    let runtime = try await PresenceRuntime(
        store: store, configuration: configuration, clock: { clock.wall },
        monotonicClock: { clock.steady }, logger: .quiet)
    var router = Router()
    router.add(runtime.handler)
    let server = try Server(
        router: router, authenticator: TrustingAuthenticator(), logger: .quiet)
    let loops = MultiThreadedEventLoopGroup.singleton
    let connection = server.inMemoryClient(clientLoop: loops.next(), serverLoop: loops.next())
    let outcome = await outcome {
        try await body(PresenceServer(runtime, connection, clock))
    }
    runtime.beginDrain()
    await server.drain()
    if endsInOrder { await runtime.writer.finish() }
    try store.close()
    try outcome.get()
}

private func outcome(of body: () async throws -> Void) async -> Result<Void, any Error> {
    do {
        return .success(try await body())
    } catch {
        return .failure(error)
    }
}

/// Believes what the metadata `caller` says.
private struct TrustingAuthenticator: Authenticator {
    func authenticate(_ context: CallContext) async throws -> Caller {
        let words = context.metadata[text: "caller"]?.split(separator: " ").map(String.init) ?? []
        switch words.first {
        case "service": return .service(words[1])
        case "user":
            let identity = UserIdentity(
                userID: words[1], sessionID: "1", isAdmin: false,
                expiresAt: Int64(words[2]) ?? 0)
            return .user(identity)
        default: return .anonymous
        }
    }
}

extension Logger {
    static var quiet: Logger {
        var logger = Logger(label: "test")
        logger.handler = SwiftLogNoOpLogHandler()
        return logger
    }
}

/// Waits until something has come true, for at most five seconds.
func eventually(_ isTrue: () async throws -> Bool) async throws {
    for _ in 0..<1000 {
        if try await isTrue() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try await isTrue())
}

/// The error that a call ends with.
func failure(of call: () async throws -> Void) async throws -> RPCError {
    try await #require(throws: RPCError.self) { try await call() }
}

extension RPCError {
    /// The code and the reasons, which is what a test compares.
    func `is`(_ code: StatusCode, _ reasons: Reason...) -> Bool {
        self.code == code && self.reasons == reasons
    }
}
