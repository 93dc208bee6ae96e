import AccessTokens
import Foundation
import GRDB
import Logging
import NIOCore
import NIOPosix
import RollcallAPI
import RollcallCrypto
import RollcallRPC

@testable import Auth

/// The Auth service on a file, with a server and a client in memory.
final class RunningAuth: Sendable {
    let store: AuthStore
    let runtime: AuthServiceRuntime
    let client: AuthServiceClient
    private let server: Server
    private let work: Task<Void, Never>

    init(
        path: String, profile: ProfileServiceClient, hasher: PasswordHasher,
        configuration: AuthConfiguration, clock: TestClock, logger: Logger
    ) async throws {
        store = try await blocking { try AuthStore(path: path) { _ in } }
        let runtime = try await AuthServiceRuntime(
            store: store, profile: profile, hasher: hasher,
            secret: Secret(Array(repeating: 7, count: 32)), configuration: configuration,
            clock: clock.now, logger: logger)
        self.runtime = runtime
        var router = Router()
        router.add(runtime.handler)
        server = try Server(
            router: router, authenticator: runtime.authenticator, configuration: .patient,
            logger: logger)
        client = AuthServiceClient(server.clientInMemory())
        work = Task { await runtime.run() }
    }

    func stop() async throws {
        work.cancel()
        await work.value
        await server.drain()
        try await blocking { [store] in try store.close() }
    }

    /// Rows of a table, with a condition.
    func count(_ table: String, where condition: String = "1") async throws -> Int {
        try await store.read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table) WHERE \(condition)") ?? 0
        }
    }

    /// Waits until Profile has been told everything.
    func settle() async throws {
        for _ in 0..<2000 {
            if try await count("outbox") == 0 { return }
            try await Task.sleep(for: .milliseconds(2))
        }
        throw RPCError(.deadlineExceeded, "the outbox does not become empty")
    }
}

/// Runs what blocks on a thread of its own: many worlds are opened at once, and the threads of
/// Swift's pool are few.
func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await NIOThreadPool.singleton.runIfActive(body)
}

extension Server {
    func clientInMemory() -> any RPCClient {
        let loops = MultiThreadedEventLoopGroup.singleton
        return inMemoryClient(
            configuration: .patient, clientLoop: loops.next(), serverLoop: loops.next())
    }
}

extension ConnectionConfiguration {
    /// For a machine that runs all tests at once.
    static var patient: ConnectionConfiguration {
        var configuration = ConnectionConfiguration()
        configuration.helloTimeout = .seconds(60)
        return configuration
    }
}

extension ServerConfiguration {
    static var patient: ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.connection = .patient
        return configuration
    }
}

extension CallOptions {
    static func bearer(_ tokens: Tokens?) throws -> CallOptions {
        var options = CallOptions()
        try options.metadata.add("authorization", text: "Bearer \(tokens?.accessToken ?? "")")
        return options
    }
}
