import Glibc
import Logging
import Metrics
import RollcallAPI
import RollcallBasics
import RollcallRPC

/// Verifies the access tokens that calls bring, for any service but Auth, and knows within a moment
/// which sessions have ended.
///
/// ```swift
/// let auth = NetworkClient(.unix(path: "/run/rollcall-auth/socket"), logger: logger).retrying()
/// let verifier = TokenVerifier(auth: auth, logger: logger)
/// let server = try Server(
///     router: router, authenticator: TokenAuthenticator(verifier), logger: logger)
/// // Beside the server, as long as it runs:
/// await verifier.run()
/// ```
///
/// It fetches Auth's public keys, and follows Auth's stream of revocations. It refuses a token as
/// soon as Auth reports that its session was signed out, its account disabled, or its epoch ended.
/// The signature of a token is verified once. As long as nothing has changed, each further check
/// costs a digest and a look into a table.
///
/// Only services may subscribe to revocations. Auth recognises a service by its unix socket and
/// group, by a service credential, or by a client certificate.
///
/// While Auth is out of reach, calls are still answered for `Configuration.revocationBound`, by the
/// revocations known so far. After that, every call is refused with `unavailable`, as before the
/// first contact with Auth. `health` tells which of these it is.
public final class TokenVerifier: Sendable {
    /// How much is known.
    public enum Health: Sendable, Hashable {
        /// Nothing yet: all calls are refused until Auth has been reached.
        case starting
        /// Every revocation is known within a moment.
        case current
        /// Auth is out of reach. Calls are answered by what is known, for a while.
        case lost
        /// Auth has been out of reach for too long: all calls are refused.
        case unknown

        /// Whether calls are answered.
        public var answersCalls: Bool { self == .current || self == .lost }
    }

    /// What a verifier holds to.
    public struct Configuration: Sendable {
        /// The name of the deployment whose tokens are accepted (their `aud`): what its Auth was
        /// told by `--deployment`.
        public var deployment = "rollcall"
        /// How long revocations may be unknown before calls are refused; at least a few seconds, as
        /// Auth says something every two.
        public var revocationBound = Duration.seconds(60)
        /// How long after its end a token is accepted, as the clocks of two machines differ. Before
        /// its beginning it is accepted for a minute.
        public var leeway = Duration.seconds(5)
        /// Verified tokens that are remembered.
        public var cacheCapacity = 131_072
        /// Ended sessions that are remembered, for as long as their access tokens could be valid:
        /// some 40 bytes each. When more sessions end within two hours, every access token of
        /// before is refused. Clients whose session goes on renew theirs.
        public var revokedSessionLimit = 500_000
        var pace = FollowingPace()

        public init() {}
    }

    /// Calls Auth.
    package let auth: any RPCClient
    let tokens: AccessTokenVerifier
    private let serviceTokens: ServiceTokens?
    private let keys: SigningKeyCache
    private let revocations: Revocations
    private let pace: FollowingPace
    private let metrics: TokenMetrics
    private let logger: Logger

    /// - Parameters:
    ///   - auth: calls Auth. It finds Auth again after either has been restarted.
    ///   - credential: what Auth knows this service by, unless it does by the connection.
    public convenience init(
        auth: any RPCClient, credential: String? = nil,
        configuration: Configuration = Configuration(), logger: Logger
    ) {
        self.init(
            auth: auth, credential: credential, configuration: configuration,
            clock: { readClock(CLOCK_REALTIME) },
            // It goes on while the machine sleeps: what was not heard during a sleep is not known
            // after it.
            steadyClock: { readClock(CLOCK_BOOTTIME) },
            metrics: TokenMetrics(factory: MetricsSystem.factory), logger: logger)
    }

    /// - Parameters:
    ///   - clock: milliseconds since 1970.
    ///   - steadyClock: milliseconds of a clock that nobody sets.
    init(
        auth: any RPCClient, credential: String? = nil, configuration: Configuration,
        clock: @escaping @Sendable () -> Int64, steadyClock: @escaping @Sendable () -> Int64,
        metrics: TokenMetrics, logger: Logger
    ) {
        self.auth = auth
        serviceTokens = credential.map { ServiceTokens(auth: auth, credential: $0) }
        keys = SigningKeyCache(client: AuthServiceClient(auth), clock: clock)
        revocations = Revocations(
            RevocationRecord.Rules(configuration), clock: steadyClock, wallClock: clock)
        tokens = AccessTokenVerifier(
            keys: keys, revocations: revocations, deployment: configuration.deployment,
            leeway: configuration.leeway.components.seconds,
            cacheCapacity: configuration.cacheCapacity, clock: clock)
        pace = configuration.pace
        self.metrics = metrics
        self.logger = logger
    }

    /// Who the token speaks for.
    ///
    /// - Parameter token: as it stands behind `Bearer`.
    /// - Throws: `RPCError`, to be thrown on to the caller: `unauthenticated` with
    ///   ACCESS_TOKEN_INVALID, the same for whatever is wrong with it, or SESSION_ENDED;
    ///   `unavailable` when too little is known to say.
    public func verify(_ token: String) async throws -> Caller {
        try await tokens.verified(token).caller
    }

    /// How much is known of revocations.
    public var health: Health { revocations.health }

    /// That this machine's clock and Auth's differ by more than five seconds, for a person; nil if
    /// they do not.
    public var clockTrouble: String? { revocations.clockTrouble }

    /// Follows the revocations, until it is cancelled. To be called once; nothing is verified
    /// before.
    ///
    /// - Parameters:
    ///   - onRevoked: hears of every session that has ended, so that what still runs for it can be
    ///     ended too. Called in order, after its tokens are refused; it must not wait.
    ///   - onHealthChange: hears how `health` is, at first and whenever that has changed.
    public func run(
        onRevoked: @escaping @Sendable (EndedSessions) -> Void = { _ in },
        onHealthChange: @escaping @Sendable (Health) -> Void = { _ in }
    ) async {
        let (news, tell) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = RevocationWatch(
            client: RevocationServiceClient(auth), serviceTokens: serviceTokens,
            revocations: revocations, keys: keys, pace: pace, metrics: metrics, logger: logger,
            onRevoked: onRevoked, onNews: { tell.yield() })
        await withDiscardingTaskGroup { group in
            group.addTask { await watch.run() }
            group.addTask { await self.publish { tell.yield() } }
            await report(news, to: onHealthChange)
        }
    }

    /// The one place from which the health is told, so that what is told last is how it is.
    private func report(
        _ news: AsyncStream<Void>, to onHealthChange: @Sendable (Health) -> Void
    ) async {
        var told: Health?
        for await _ in news {
            let health = health
            if health != told { onHealthChange(health) }
            told = health
        }
    }

    /// Publishes the age of what is known, now and then, and has the health looked at.
    private func publish(_ lookAtHealth: @Sendable () -> Void) async {
        repeat {
            lookAtHealth()
            revocations.forget()
            if let age = revocations.age { metrics.publish(age: age) }
        } while (try? await Task.sleep(for: pace.reportInterval)) != nil
    }
}

extension RevocationRecord.Rules {
    fileprivate init(_ configuration: TokenVerifier.Configuration) {
        silence = configuration.pace.silence.wholeMilliseconds
        bound = configuration.revocationBound.wholeMilliseconds
        sessionLimit = configuration.revokedSessionLimit
        leeway = configuration.leeway.components.seconds
    }
}
