import Blobs
import Logging
import NIOPosix
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Synchronization
import TestPostgreSQL
import Testing

@testable import Profile

/// The Profile service on a real database with real photos, for the length of a test, called over its real
/// connection: SQLite and files, or PostgreSQL and an S3 store.
struct ProfileServer: Sendable {
    let folder: TemporaryDirectory
    let stored: StoredPhotos
    let store: ProfileStore
    let handler: ProfileHandler
    let server: Server
    let connection: any RPCClient
    let ids: UUIDv7Generator
    let clock: TestClock

    var anyone: ProfileServiceClient { ProfileServiceClient(connection) }
    /// What Auth calls with.
    var service: Person { Person(self, "service auth") }

    /// Who runs the machine.
    var `operator`: Person { Person(self, "operator") }

    /// A user with a profile.
    func user(named name: String) async throws -> Person {
        let user = try stranger()
        try await service.hold(name, for: user.id)
        try await service.confirm(user.id)
        return user
    }

    /// A user with a profile, and without a display name.
    func namelessUser() async throws -> Person {
        let user = try stranger()
        try await service.holdWithoutName(for: user.id)
        try await service.confirm(user.id)
        return user
    }

    /// A signed-in user without a profile.
    func stranger() throws -> Person {
        let id = try ids.next()
        return Person(self, "user \(id)", id: id.description)
    }

    /// Waits until the collector has nothing left to do.
    func collected() async throws {
        while true {
            let isComplete = try await handler.photos.collect()
            let garbage = try await store.garbage(after: nil, limit: 1)
            if isComplete && garbage.isEmpty { return }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

/// Milliseconds since 1970, moved by hand.
final class TestClock: Sendable {
    static let day: Int64 = 86_400_000

    private let milliseconds = Atomic<Int64>(1_800_000_000_000)

    var now: Int64 { milliseconds.load(ordering: .relaxed) }

    func advance(_ count: Int64) {
        milliseconds.wrappingAdd(count, ordering: .relaxed)
    }
}

/// Runs `body` with a server, and drains it afterwards.
///
/// - Parameters:
///   - location: where the tables are, if others have them too; else they are its own.
///   - isCollecting: whether the collector runs by itself.
@discardableResult
func withProfileServer<Output: Sendable>(
    at location: StoreLocation? = nil,
    isCollecting: Bool = true, blobs: (any BlobStore)? = nil,
    authenticator: any Authenticator = TrustingAuthenticator(),
    configure: (inout ProfileConfiguration) -> Void = { _ in },
    _ body: @escaping (ProfileServer) async throws -> Output
) async throws -> Output {
    let folder = try TemporaryDirectory()
    let threads = NIOThreadPool(numberOfThreads: 4)
    threads.start()
    let outcome = await outcome {
        let stored = try await StoredPhotos(in: folder, threads: threads)
        return try await run(
            folder, location, stored, blobs ?? stored.blobs, authenticator, configure,
            isCollecting: isCollecting, body)
    }
    try await threads.shutdownGracefully()
    return try outcome.get()
}

private func run<Output: Sendable>(
    _ folder: TemporaryDirectory, _ location: StoreLocation?, _ stored: StoredPhotos,
    _ blobs: any BlobStore, _ authenticator: any Authenticator,
    _ configure: (inout ProfileConfiguration) -> Void, isCollecting: Bool,
    _ body: (ProfileServer) async throws -> Output
) async throws -> Output {
    let clock = TestClock()
    var configuration = ProfileConfiguration()
    configure(&configuration)
    let own = try await TestEngine.location(folder.path + "/profile.sqlite")
    let store = try await blocking { try ProfileStore(location ?? own) { _ in } }
    let handler = ProfileHandler(
        store: store, blobs: blobs, authenticator: authenticator,
        configuration: configuration, clock: { clock.now }, logger: .quiet)
    var router = Router()
    router.add(handler)
    router.add(ProfileAdminHandler(of: handler, logger: .quiet))
    var limits = ServerConfiguration()
    // A machine that is busy with other tests is no peer that does not speak, and no overload.
    limits.connection.helloTimeout = .seconds(60)
    limits.admission.targetWait = .minutes(1)
    limits.admission.burstInterval = .minutes(1)
    let server = try Server(
        router: router, authenticator: authenticator,
        interceptors: [ProfileLimits(configuration)],
        configuration: limits, logger: .quiet)
    let loops = MultiThreadedEventLoopGroup.singleton
    let connection = server.inMemoryClient(
        configuration: limits.connection, clientLoop: loops.next(), serverLoop: loops.next())
    let profile = ProfileServer(
        folder: folder, stored: stored, store: store, handler: handler, server: server,
        connection: connection, ids: UUIDv7Generator { clock.now }, clock: clock)
    let collector = isCollecting ? Task { try await handler.run() } : nil
    let outcome = await outcome { try await body(profile) }
    await server.drain()
    collector?.cancel()
    _ = await collector?.result
    try store.close()
    return try outcome.get()
}

private func outcome<Output: Sendable>(
    of body: () async throws -> Output
) async -> Result<Output, any Error> {
    do {
        return .success(try await body())
    } catch {
        return .failure(error)
    }
}

/// Believes what the metadata `caller` says.
struct TrustingAuthenticator: Authenticator {
    func authenticate(_ context: CallContext) async throws -> Caller {
        let words = context.metadata[text: "caller"]?.split(separator: " ").map(String.init) ?? []
        switch words.first {
        case "service": return .service(words[1])
        case "user", "admin":
            let identity = UserIdentity(
                userID: words[1], sessionID: "1", isAdmin: words[0] == "admin", expiresAt: 0)
            return .user(identity)
        case "operator": return .operator
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
func eventually(
    sourceLocation: SourceLocation = #_sourceLocation, _ isTrue: () async throws -> Bool
) async throws {
    for _ in 0..<1000 {
        if try await isTrue() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try await isTrue(), sourceLocation: sourceLocation)
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
