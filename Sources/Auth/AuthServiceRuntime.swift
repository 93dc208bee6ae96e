import AccessTokens
import Logging
import RollcallAPI
import RollcallCrypto

/// The service, put together: what answers its calls, what authenticates them, and what it does
/// on its own. It serves nothing by itself.
package struct AuthServiceRuntime: Sendable {
    /// For the server's router.
    package let handler: AuthHandler
    package let account: AccountHandler
    package let accountData: AccountDataHandler
    package let admin: AuthAdminHandler
    /// For the server: the tokens are Auth's own, so no other service is asked.
    package let authenticator: CurrentAdmins
    /// For the server's router.
    package let revocations: RevocationHandler
    let keyRotation: KeyRotation
    private let housekeeping: Housekeeping
    private let clockWatch: ClockWatch
    private let outboxes: [Outbox]
    private let resetRequests: ResetRequests
    private let recovery: SignUpRecovery
    /// For operators; `nil` where mail has no way out.
    let mail: MailOutbox?
    private let rehashes: RehashQueue
    private let store: AuthStore
    private let missingProfiles: MissingProfiles
    let takeDownNotices: TakeDownNotices
    private let tokenProbe: TokenProbe

    /// Makes the signing key if there is none, and ends what a crash left half done. A server may
    /// start afterwards.
    ///
    /// - Parameters:
    ///   - profile: a client that finds Profile again after either has been restarted.
    ///   - presence: likewise.
    ///   - commonPasswords: those that nobody may choose.
    ///   - secret: of `AuthStore.unlock`.
    ///   - mail: how mail leaves; without it mails wait.
    ///   - clock: milliseconds since 1970.
    ///   - uptime: milliseconds since some instant, which no change of the system clock affects.
    /// - Throws: what the store says; `CryptoError`.
    package init(
        store: AuthStore,
        profile: ProfileServiceClient,
        presence: PresenceServiceClient,
        hasher: PasswordHasher,
        commonPasswords: CommonPasswords = .builtIn,
        secret: Secret,
        mail: MailDelivery? = nil,
        configuration: AuthConfiguration = AuthConfiguration(),
        clock: @escaping @Sendable () -> Int64,
        uptime: @escaping @Sendable () -> Int64 = LimiterClock.stopwatch(),
        random: RandomSource = .system,
        metrics: AuthMetrics = AuthMetrics(),
        logger: Logger
    ) async throws {
        self.store = store
        if let (reason, endedCount) = try await store.start(now: clock()) {
            logger.warning(
                "a new epoch has begun: \(reason.rawValue)",
                metadata: ["sessions.ended": "\(endedCount)"])
        }
        let limiterClock = try await LimiterClock(
            now: clock(), newest: store.limiterTime(), uptime: uptime)
        let limits = try await Limits(
            configuration.limits, store: store, secret: secret, clock: limiterClock.now,
            metrics: metrics)
        keyRotation = try await KeyRotation(
            store: store, schedule: KeySchedule(lifetime: configuration.signingKeyLifetime),
            secret: secret, deployment: configuration.deployment, clock: limiterClock.now,
            random: random, logger: logger)
        let neighbours = Neighbours(
            profile: profile, presence: presence,
            credential: ServiceCredential(
                keys: keyRotation.ring, lifetime: configuration.serviceTokenLifetime, clock: clock),
            store: store, configuration: configuration, random: random, logger: logger)
        outboxes = neighbours.outboxes
        tokenProbe = TokenProbe(neighbours: neighbours, interval: configuration.tokenProbeInterval)
        let underWay = SignUpsUnderWay()
        recovery = SignUpRecovery(
            store: store, underWay: underWay, outbox: neighbours.profileOutbox,
            pause: configuration.recoveryPause, logger: logger)
        let secrets = ChallengeSecrets(secret: secret)
        self.mail = mail.map { delivery in
            MailOutbox(
                store: store, renderer: MailRenderer(delivery: delivery, secrets: secrets),
                clock: clock, random: random, logger: logger)
        }
        rehashes = RehashQueue(store: store, hasher: hasher, logger: logger)
        let ids = UUIDv7Generator(random: random, clock: clock)
        let challenges = Challenges(store: store, secrets: secrets, ids: ids, clock: clock)
        resetRequests = ResetRequests(
            store: store, challenges: challenges, limits: limits.mail, clock: clock, logger: logger)
        let dearest = try await store.note(hasher.parameters).map(\.work).max() ?? 0
        let notices = Notices(limiter: limits.limiter, ids: ids)
        takeDownNotices = TakeDownNotices(
            store: store, names: neighbours.names, notices: notices, clock: clock,
            poll: configuration.noticePoll, backoff: configuration.outboxBackoff, random: random,
            warningTime: configuration.noticeWarningTime, logger: logger)
        handler = AuthHandler(
            store: store, names: neighbours.names, outbox: neighbours.profileOutbox,
            presenceOutbox: neighbours.presenceOutbox, underWay: underWay, hasher: hasher,
            gate: PasswordGate(
                hasher: hasher, limiter: limits.limiter, store: store,
                pacing: configuration.answerQuantum.map(AnswerPacing.init(quantum:))
                    ?? AnswerPacing(
                        hashCost: hasher.cost,
                        dearest: Double(dearest) / Double(hasher.parameters.work)),
                clock: clock),
            rehashes: rehashes, signUpLimits: limits.signUps, mailLimits: limits.mail,
            challenges: challenges, notices: notices,
            commonPasswords: commonPasswords, keys: keyRotation.ring,
            mint: try RefreshTokenMint(secret: secret), ids: ids, configuration: configuration,
            clock: clock, random: random, metrics: metrics, logger: logger)
        account = AccountHandler(
            auth: handler, resetRequests: resetRequests, codeTries: limits.codeTries)
        let deletion = AccountDeletion(
            store: store, outboxes: outboxes, ids: ids, clock: clock, random: random)
        accountData = AccountDataHandler(
            auth: handler, deletion: deletion, presence: neighbours.records)
        let consistency = ConsistencyCheck(
            store: store, names: neighbours.names, records: neighbours.records,
            deletion: deletion, clock: clock, logger: logger)
        missingProfiles = MissingProfiles(
            store: store, check: consistency, backoff: configuration.outboxBackoff,
            random: random, warningTime: configuration.comparisonWarningTime, logger: logger)
        admin = AuthAdminHandler(
            auth: handler, outboxes: outboxes, limiter: limits.limiter,
            pages: PageTokens(secret: secret), rotation: keyRotation, deletion: deletion,
            consistency: consistency, mail: self.mail)
        var verification = AccessTokenVerifier.Configuration()
        verification.deployment = "\(configuration.deployment)"
        authenticator = CurrentAdmins(
            store: store, configuration: configuration, clock: clock,
            otherwise: CurrentServices(
                store: store,
                otherwise: TokenAuthenticator(
                    verifier: AccessTokenVerifier(
                        keys: keyRotation.verificationKeys, configuration: verification,
                        accepts: store.feed.isOfThisEpoch, clock: clock))))
        revocations = RevocationHandler(
            store: store, cursors: try RevocationCursors(secret: secret),
            authenticator: authenticator, clock: clock, logger: logger)
        housekeeping = Housekeeping(store: store, clock: clock, uptime: uptime, logger: logger)
        clockWatch = ClockWatch(store: store, clock: clock, uptime: uptime, logger: logger)
        try await recovery.recover()
    }

    /// Tells the other services what they have yet to hear, looks at who wants a password reset, and
    /// sends mail, until it is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for outbox in outboxes { group.addTask { await outbox.run() } }
            group.addTask { await recovery.run() }
            if let mail { group.addTask { await mail.run() } }
            group.addTask { await resetRequests.run() }
            group.addTask { await housekeeping.run() }
            group.addTask { await clockWatch.run() }
            group.addTask { await keyRotation.run() }
            group.addTask { await rehashes.run() }
            group.addTask { await missingProfiles.run() }
            group.addTask { await takeDownNotices.run() }
            group.addTask { await tokenProbe.run() }
        }
    }

    /// How many mails wait to be sent.
    @Sendable package func waitingMail() async throws -> Int {
        try await store.countPendingMail()
    }

    /// Ends the streams of those who watch, and takes no more of them. To be called before the
    /// server is drained, which waits for them.
    package func beginDrain() {
        revocations.store.feed.beginDrain()
        revocations.store.hub.beginDrain()
    }
}
