import Blobs
import Logging
import NIOPosix
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Synchronization
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// The Profile service on a real database with real photos, for the length of a test, called over
/// its real connection: SQLite and files, or PostgreSQL and an S3 store.
struct ProfileServer: Sendable {
    let folder: TemporaryDirectory
    let stored: StoredPhotos
    let store: ProfileStore
    let runtime: ProfileRuntime
    let server: Server
    let connection: any RPCClient
    let ids: UUIDv7Generator
    let clock: TestClock

    var handler: ProfileHandler { runtime.handler }
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
        try await eventually {
            let isComplete = try await handler.photos.collect()
            let garbage = try await store.garbage(after: nil, limit: 1)
            return isComplete && garbage.isEmpty
        }
    }
}

/// Runs `body` with a server, and drains it afterwards.
///
/// - Parameters:
///   - location: where the tables are that others have too; nil for tables of its own.
///   - isCollecting: whether the collector runs by itself.
@discardableResult
func withProfileServer<Output: Sendable>(
    at location: StoreLocation? = nil,
    isCollecting: Bool = true, blobs: (any BlobStore)? = nil,
    authenticator: any Authenticator = NamedCallers(),
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
    let runtime = ProfileRuntime(
        store: store, blobs: blobs, authenticator: authenticator,
        configuration: configuration, masterKey: Secret(Array(repeating: 7, count: 32)),
        clock: clock.now, logger: .quiet)
    let server = try TestServer(
        authenticator: authenticator,
        interceptors: [
            RateLimitInterceptor(
                changed: configuration.limits, refusal: RPCError.tooManyAttempts)
        ]
    ) { router in
        runtime.add(to: &router)
    }
    let profile = ProfileServer(
        folder: folder, stored: stored, store: store, runtime: runtime, server: server.server,
        connection: server.connection, ids: UUIDv7Generator(clock: clock.now), clock: clock)
    let collector = isCollecting ? Task { try await runtime.run() } : nil
    let outcome = await outcome { try await body(profile) }
    await server.drain()
    collector?.cancel()
    _ = await collector?.result
    try store.close()
    return try outcome.get()
}
