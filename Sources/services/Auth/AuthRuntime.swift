import AccessTokens
import OpenIDConnect
import RollcallCrypto
import RollcallRPC
import SharedLimits

/// The service: what handlers and background work have in common, each thing once, in order of
/// dependence. It listens nowhere itself. A handler holds only what it uses.
package struct AuthRuntime: Sendable {
    let store: AuthStore
    let hasher: PasswordHasher
    let hashes: ImportedHashes
    let configuration: AuthConfiguration
    let environment: AuthEnvironment
    let ids: UUIDv7Generator
    let limits: Limits
    let rotation: KeyRotation
    let peers: PeerServices
    let verifier: PasswordVerifier
    let issuer: SessionIssuer
    let callers: SignedInCallers
    let challenges: Challenges
    let factors: Factors
    let notices: Notices
    let passwordRules: AccountPasswordRules
    let passkeys: Passkeys
    let deletion: AccountDeletion
    /// By their idempotency keys.
    let signUpsUnderWay: AuthQueue<SignUpRecord>
    let resetRequests: ResetRequests
    let rehashes: RehashQueue
    let consistency: ConsistencyCheck
    let identities: Identities
    let tokenRevocations: TokenRevocations
    let pages: PageTokens
    let revocationCursors: RevocationCursors
    /// Nil where mail has no way out.
    let mail: MailOutbox?
    /// For the server.
    package let authenticator: CurrentCallers

    /// Counts by other limits from now on.
    package func change(limits: LimitPolicies) { self.limits.policies.value = limits }

    /// Makes the signing key if there is none, and completes work that a crash has interrupted. A
    /// server may start afterwards.
    ///
    /// - Parameters:
    ///   - profile: a client that reconnects after a restart of either side.
    ///   - presence: likewise.
    ///   - secret: of `AuthStore.unlock`.
    ///   - mail: the sender of mail. Without it mails wait.
    ///   - limitEngine: what all instances count limits in. Without it this process counts alone.
    /// - Throws: the store's errors; `CryptoError`.
    package init(
        store: AuthStore, profile: any RPCClient, presence: any RPCClient, hasher: PasswordHasher,
        secret: Secret, mail: MailDelivery? = nil, limitEngine: SharedLimits? = nil,
        configuration: AuthConfiguration = AuthConfiguration(), environment: AuthEnvironment
    ) async throws {
        let isBackup = try await store.isBackup()
        if configuration.isRestored || isBackup {
            let count = try await store.beginEpoch(now: environment.clock()) ?? 0
            environment.logger.warning(
                "a new epoch has begun: the database was restored",
                metadata: ["sessions.ended": "\(count)"])
        }
        try await store.start()
        let (clock, random, logger) = (environment.clock, environment.random, environment.logger)
        (self.store, self.hasher) = (store, hasher)
        (self.configuration, self.environment) = (configuration, environment)
        ids = UUIDv7Generator(random: random, clock: clock)
        let limiterClock = try await LimiterClock(
            now: clock(), newest: store.limiterTime(), uptime: environment.uptime)
        limits = try await Limits(
            configuration.limits, store: store, secret: secret, engine: limitEngine,
            clock: limiterClock.now, metrics: environment.metrics)
        rotation = try await KeyRotation(
            store: store, schedule: KeySchedule(lifetime: configuration.signingKeyLifetime),
            secret: secret, deployment: configuration.deployment, clock: limiterClock.now,
            random: random, logger: logger)
        peers = PeerServices(
            profile: profile, presence: presence,
            credential: ServiceCredential(
                keys: rotation.ring, lifetime: configuration.serviceTokenLifetime, clock: clock),
            store: store, configuration: configuration, clock: clock, logger: logger)
        hashes = try await ImportedHashes(
            store: store, hasher: hasher, secret: secret, random: random,
            configuration: configuration)
        verifier = PasswordVerifier(
            hasher: hasher, hashes: hashes, limits: limits, store: store, names: peers.names,
            clock: clock, logger: logger)
        issuer = SessionIssuer(
            feed: store.feed, keys: rotation.ring, mint: try RefreshTokenMint(secret: secret),
            ids: ids, configuration: configuration, clock: clock, random: random)
        let secrets = ChallengeSecrets(secret: secret)
        challenges = Challenges(store: store, secrets: secrets, ids: ids, clock: clock)
        factors = Factors(
            store: store, secrets: try FactorSecrets(secret: secret),
            seal: SealedText(key: secret),
            issuer: mail?.name.text ?? "\(configuration.deployment)", clock: clock, random: random)
        callers = SignedInCallers(
            store: store, verifier: verifier, limits: limits, challenges: challenges,
            factors: factors, configuration: configuration, clock: clock)
        notices = Notices(limits: limits, ids: ids)
        passwordRules = AccountPasswordRules(
            store: store, names: peers.names, common: configuration.commonPasswords)
        passkeys = Passkeys(
            store: store,
            attempts: PasskeyAttempts(secret: secret, random: random, clock: clock),
            relyingParty: configuration.relyingParty, notices: notices, clock: clock)
        deletion = AccountDeletion(
            store: store, outboxes: peers.outboxes, ids: ids, clock: clock, random: random)
        signUpsUnderWay = AuthQueue(
            "sign_ups", of: SignUpRecord.table, in: store.database,
            backoff: configuration.outboxBackoff, lookout: configuration.recoveryPause,
            clock: clock, logger: logger)
        resetRequests = ResetRequests(
            store: store, challenges: challenges, limits: limits, padding: verifier.padding,
            // One after another: those of known devices go first.
            queue: AuthQueue(
                "reset_requests", of: ResetRequest.table, in: store.database, concurrency: 1,
                backoff: Backoff(initial: .seconds(5), multiplier: 1, jitter: 0), clock: clock,
                logger: logger),
            clock: clock, random: random)
        rehashes = RehashQueue(store: store, hasher: hasher, logger: logger)
        consistency = ConsistencyCheck(
            store: store, peers: peers, deletion: deletion, ids: ids, clock: clock,
            logger: logger)
        identities = Identities(
            providers: configuration.identityProviders,
            attempts: try IdentityAttempts(secret: secret),
            grants: try GrantSeal(secret: secret, random: random), pages: configuration.pages,
            clock: clock, random: random)
        tokenRevocations = TokenRevocations(
            store: store, identities: identities,
            queue: AuthQueue(
                "grants", of: GrantRevocation.table, in: store.database,
                backoff: TokenRevocations.backoff, lookout: configuration.grantPoll, clock: clock,
                logger: logger),
            clock: clock, logger: logger)
        pages = PageTokens(secret: secret, clock: clock)
        revocationCursors = RevocationCursors(secret: secret)
        self.mail = mail.map { delivery in
            MailOutbox(
                store: store, renderer: MailRenderer(delivery: delivery, secrets: secrets),
                clock: clock, logger: logger)
        }
        // The tokens are Auth's own, so no other service is asked.
        authenticator = CurrentCallers(
            store: store, configuration: configuration, clock: clock,
            fallback: TokenAuthenticator(
                verifier: AccessTokenVerifier(
                    keys: rotation.verificationKeys, deployment: "\(configuration.deployment)",
                    accepts: store.feed.isOfThisEpoch, clock: clock)))
        await signUpsUnderWay.workOff(signUps.giveUpAbandoned)
    }
}
