import AccessTokens
import Foundation
import Logging
import NIOCore
import NIOPosix
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import SharedLimits
import Storage
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Auth

/// The Auth service on a file, with a server and a client in memory.
final class RunningAuth: Sendable {
    let store: AuthStore
    let runtime: AuthRuntime
    let client: AuthServiceClient
    let account: AccountServiceClient
    let revocations: RevocationServiceClient
    let accountChanges: AccountChangeServiceClient
    let accountData: AccountDataServiceClient
    let admin: AuthAdminServiceClient
    /// For the operator, as whom every call without a token counts here.
    let asOperator: AuthAdminServiceClient
    /// Of a caller that says by a token who it is, and of the operator.
    let connection, operatorConnection: any RPCClient
    private let servers: [TestServer]
    private let work: Task<Void, Never>

    static let secret = Secret(Array(repeating: 7, count: 32))

    /// - Parameter willRun: is called before Auth works on its own, so that others can ask it when
    ///   it calls them.
    init(
        path: String, profile: any RPCClient, presence: any RPCClient, hasher: PasswordHasher,
        limitEngine: SharedLimits?, configuration: AuthConfiguration, clock: TestClock,
        metrics: AuthMetrics, logger: Logger, willRun: (AuthServiceClient) -> Void
    ) async throws {
        let location = try await TestEngine.location(path)
        store = try await blocking { try AuthStore(location) { _ in } }
        let runtime = try await AuthRuntime(
            store: store, profile: profile, presence: presence, hasher: hasher,
            secret: Self.secret, limitEngine: limitEngine, configuration: configuration,
            environment: AuthEnvironment(
                clock: clock.now, uptime: clock.uptime, metrics: metrics, logger: logger))
        self.runtime = runtime
        let authenticators: [any Authenticator] = [
            runtime.authenticator, OperatorAuthenticator(tokens: runtime.authenticator),
        ]
        servers = try authenticators.map {
            try TestServer(authenticator: $0, logger: logger) { router in
                runtime.add(to: &router)
            }
        }
        (connection, operatorConnection) = (servers[0].connection, servers[1].connection)
        admin = AuthAdminServiceClient(connection)
        asOperator = AuthAdminServiceClient(operatorConnection)
        client = AuthServiceClient(connection)
        account = AccountServiceClient(connection)
        revocations = RevocationServiceClient(connection)
        accountChanges = AccountChangeServiceClient(connection)
        accountData = AccountDataServiceClient(connection)
        willRun(client)
        work = Task { await runtime.run() }
    }

    func stop() async throws {
        runtime.beginDrain()
        work.cancel()
        await work.value
        for server in servers { await server.drain() }
        try await blocking { [store] in try store.close() }
    }

    /// Rows of a table, with a condition.
    func count(_ table: String, where condition: String = "TRUE") async throws -> Int {
        let sql = SQL(stringLiteral: "SELECT count(*) FROM \(table) WHERE \(condition)")
        return try await store.first(Query<Int>(sql)) ?? 0
    }

    /// The digests and keys in the file.
    func storedSecrets() async throws -> [[UInt8]] {
        let secrets = try await store.all(
            Query<[UInt8]>(
                """
                SELECT tokenHash FROM session UNION ALL SELECT credentialHash FROM service
                UNION ALL SELECT sealedKey FROM signingKey WHERE sealedKey IS NOT NULL
                """))
        let passwords = try await store.all(Query<String>("SELECT secret FROM credential"))
        return secrets + passwords.map { Array($0.utf8) }
    }

    /// Waits until the other services have been told everything.
    func settle() async throws {
        try await eventually { try await count("outbox") == 0 }
    }
}

/// Whose callers without a token are the operator, as on a unix socket of their own user.
private struct OperatorAuthenticator: Authenticator {
    let tokens: CurrentCallers

    func authenticate(_ context: CallContext) async throws -> Caller {
        let caller = try await tokens.authenticate(context)
        return caller == .anonymous ? .operator : caller
    }
}

extension CallOptions {
    static func bearer(_ tokens: Tokens?) throws -> CallOptions {
        var options = CallOptions()
        try options.metadata.add("authorization", text: "Bearer \(tokens?.accessToken ?? "")")
        return options
    }
}
