import Logging
import RollcallAPI
import RollcallCompression
import RollcallRPC
import RollcallRPCPolicies

/// Calls Rollcall's three services on behalf of one account.
///
/// ```swift
/// let rollcall = RollcallSession()
/// try await rollcall.signIn(email: "anna@example.org", password: password)
/// let answer = try await rollcall.profile.getProfile(.init(key: .displayName("bob")))
/// ```
///
/// The access token is sent with each call that needs one. It is exchanged automatically, shortly before
/// it expires or when it is refused. A session may be used from any number of tasks. Connections open
/// with the first call, and again after a loss.
public final class RollcallSession: Sendable {
    /// The endpoints of the three services.
    public struct Endpoints: Sendable, Hashable {
        public var auth: Endpoint
        public var profile: Endpoint
        public var presence: Endpoint
        /// Further instances of Profile and Presence. Those that report that they serve take calls in turn.
        public var otherProfiles: [Endpoint] = []
        public var otherPresences: [Endpoint] = []

        /// By default, the ports 4710, 4711 and 4712 of this machine.
        public init(
            auth: Endpoint = .tcp(host: "127.0.0.1", port: 4710),
            profile: Endpoint = .tcp(host: "127.0.0.1", port: 4711),
            presence: Endpoint = .tcp(host: "127.0.0.1", port: 4712)
        ) {
            self.auth = auth
            self.profile = profile
            self.presence = presence
        }

        /// The endpoints of Auth, Profile and Presence.
        fileprivate var ofEachService: [[Endpoint]] {
            [[auth], [profile] + otherProfiles, [presence] + otherPresences]
        }
    }

    /// Signing up and signing in.
    public let auth: AuthServiceClient
    /// Your own account.
    public let account: AccountServiceClient
    /// The account's data, for export or erasure.
    public let accountData: AccountDataServiceClient
    /// The user's profile and those of others.
    public let profile: ProfileServiceClient
    /// The user's presence and that of others.
    public let presence: PresenceServiceClient

    let store: any SessionStore
    let credentials: Credentials
    private let connections: [NetworkClient]

    /// - Parameters:
    ///   - tls: for TLS endpoints; by default, the certificates that the system trusts.
    ///   - store: where the session is kept; by default only in memory.
    ///   - attempts: the attempts of calls whose options name none. A call that certainly reached no
    ///     handler is repeated whatever the policy.
    ///   - logger: logs events of the connections.
    public convenience init(
        endpoints: Endpoints = Endpoints(),
        tls: ClientTLS? = nil,
        store: any SessionStore = InMemorySessionStore(),
        attempts: AttemptPolicy = .once,
        logger: Logger = Logger(label: "rollcall.client")
    ) {
        var configuration = ClientConfiguration()
        configuration.connection.compression = Zlib.self
        let connections = endpoints.ofEachService.map { instances in
            NetworkClient(
                endpoints: instances, tls: tls, policy: .roundRobin,
                healthCheck: instances.count == 1 ? nil : HealthCheck(),
                configuration: configuration, logger: logger)
        }
        let clients = connections.map { $0.retrying(attempts) }
        self.init(
            auth: clients[0], profile: clients[1], presence: clients[2], store: store,
            now: Self.systemTime, connections: connections)
    }

    /// Uses connections that the caller opens and closes, such as in-memory ones.
    ///
    /// - Parameter now: milliseconds since 1970-01-01 UTC.
    public convenience init(
        auth: any RPCClient,
        profile: any RPCClient,
        presence: any RPCClient,
        store: any SessionStore = InMemorySessionStore(),
        now: @escaping @Sendable () -> Int64 = RollcallSession.systemTime
    ) {
        self.init(
            auth: auth, profile: profile, presence: presence, store: store, now: now,
            connections: [])
    }

    private init(
        auth: any RPCClient, profile: any RPCClient, presence: any RPCClient,
        store: any SessionStore, now: @escaping @Sendable () -> Int64,
        connections: [NetworkClient]
    ) {
        let credentials = Credentials(store: store, connection: auth, now: now)
        self.auth = AuthServiceClient(AuthorizedClient(base: auth, credentials: credentials))
        account = AccountServiceClient(AuthorizedClient(base: auth, credentials: credentials))
        accountData = AccountDataServiceClient(
            AuthorizedClient(base: auth, credentials: credentials))
        self.profile = ProfileServiceClient(
            AuthorizedClient(base: profile, credentials: credentials))
        self.presence = PresenceServiceClient(
            AuthorizedClient(base: presence, credentials: credentials))
        self.store = store
        self.credentials = credentials
        self.connections = connections
    }

    /// Sends the access token with the calls of another client that need one. For tools that learn the
    /// RPCs at run time.
    package func authorizing(_ client: any RPCClient) -> any RPCClient {
        AuthorizedClient(base: client, credentials: credentials)
    }

    /// Closes the connections and ends the running calls. The session stays signed in.
    public func close() {
        for connection in connections { connection.close() }
    }

    /// Makes a streaming call. If it is refused because of its token, makes it once more with a fresh one.
    ///
    /// - Throws: what `call` throws; `SessionError` when there is no session to continue with.
    public func retryingWhenRefused<Result>(
        _ call: () async throws -> Result
    ) async throws -> Result {
        let token = try await credentials.accessToken()
        do {
            return try await call()
        } catch let error as RPCError where error.code == .unauthenticated {
            _ = try await credentials.replacement(for: token)
            return try await call()
        }
    }
}
