import Logging
import RollcallAPI
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
/// The access token is sent with each call that needs one. It is exchanged automatically, shortly
/// before it expires or when it is refused. A session may be used from any number of tasks.
/// Connections open with the first call, and again after a loss.
public final class RollcallSession: Sendable {
    /// The endpoints of the three services.
    public struct Endpoints: Sendable, Hashable {
        public var auth: Endpoint
        public var profile: Endpoint
        public var presence: Endpoint
        /// Further instances of each. Those that report that they serve take calls in turn.
        public var otherAuths: [Endpoint] = []
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
            [[auth] + otherAuths, [profile] + otherProfiles, [presence] + otherPresences]
        }
    }

    /// Signing up and signing in.
    public let auth: AuthServiceClient
    /// Your own account.
    public let account: AccountServiceClient
    /// The account's second factor.
    public let factor: FactorServiceClient
    /// The account's data, for export or erasure.
    public let accountData: AccountDataServiceClient
    /// The user's profile and those of others.
    public let profile: ProfileServiceClient
    /// The user's presence and that of others.
    public let presence: PresenceServiceClient

    let store: any SessionStore
    let credentials: Credentials
    let longestSilence: Duration
    private let connections: [NetworkClient]

    /// - Parameters:
    ///   - tls: for TLS endpoints; by default, the certificates that the system trusts.
    ///   - allowsPlaintext: whether services on other machines are called without TLS, as the
    ///     network between is trusted. Otherwise calls to them fail with `failedPrecondition`.
    ///   - store: where the session is kept; by default only in memory.
    ///   - retries: which failed calls of repeatable RPCs are repeated. A call that certainly
    ///     reached no handler is repeated also without a policy, and whatever its RPC.
    ///   - logger: logs events of the connections.
    public convenience init(
        endpoints: Endpoints = Endpoints(),
        tls: ClientTLS? = nil,
        allowsPlaintext: Bool = false,
        store: any SessionStore = InMemorySessionStore(),
        retries: RetryPolicy? = nil,
        logger: Logger = Logger(label: "rollcall.client")
    ) {
        var configuration = ClientConfiguration()
        configuration.allowsPlaintext = allowsPlaintext
        let connections = endpoints.ofEachService.map { instances in
            NetworkClient(
                endpoints: instances, tls: tls, configuration: configuration, logger: logger)
        }
        let clients = connections.map { $0.retrying(retries) }
        self.init(
            auth: clients[0], profile: clients[1], presence: clients[2], store: store,
            connections: connections)
    }

    /// Uses clients of the services, such as in-memory ones.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970-01-01 UTC.
    ///   - longestSilence: how long a watch, or the stream of an attached device, may receive
    ///     nothing. Then it is opened again, as services send a message every 20 seconds.
    ///   - connections: what `close` closes; none if the caller closes the connections.
    public init(
        auth: any RPCClient,
        profile: any RPCClient,
        presence: any RPCClient,
        store: any SessionStore = InMemorySessionStore(),
        now: @escaping @Sendable () -> Int64 = RollcallSession.systemTime,
        longestSilence: Duration = .seconds(30),
        connections: [NetworkClient] = []
    ) {
        let credentials = Credentials(store: store, connection: auth, now: now)
        func authorizing(_ client: any RPCClient) -> AuthorizedClient {
            AuthorizedClient(base: client, credentials: credentials)
        }
        self.auth = AuthServiceClient(authorizing(auth))
        account = AccountServiceClient(authorizing(auth))
        factor = FactorServiceClient(authorizing(auth))
        accountData = AccountDataServiceClient(authorizing(auth))
        self.profile = ProfileServiceClient(authorizing(profile))
        self.presence = PresenceServiceClient(authorizing(presence))
        self.store = store
        self.credentials = credentials
        self.longestSilence = longestSilence
        self.connections = connections
    }

    /// Sends the access token with the calls of another client that need one, such as those of a
    /// service of your own, which verifies it. As other calls, they have 15 seconds unless they
    /// name a timeout.
    public func authorizing(_ client: any RPCClient) -> any RPCClient {
        AuthorizedClient(base: client, credentials: credentials)
    }

    /// Closes the connections and ends the running calls. The session stays signed in.
    public func close() {
        for connection in connections { connection.close() }
    }

    /// Makes a streaming call. If it is refused because of its token, makes it once more with a
    /// fresh one.
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
