import AccessTokens
import Logging
import RollcallAPI
import RollcallCrypto

/// The service, put together: what answers its calls, what authenticates them, and what it does
/// on its own. It serves nothing by itself.
package struct AuthServiceRuntime: Sendable {
    /// For the server's router.
    package let handler: AuthHandler
    /// For the server: the tokens are Auth's own, so no other service is asked.
    package let authenticator: TokenAuthenticator
    private let outbox: Outbox
    private let recovery: SignUpRecovery

    /// Makes the signing key if there is none, and ends what a crash left half done. A server may
    /// start afterwards.
    ///
    /// - Parameters:
    ///   - profile: a client that finds Profile again after either has been restarted.
    ///   - commonPasswords: those that nobody may choose.
    ///   - secret: of `SecretKeyFile`.
    ///   - clock: milliseconds since 1970.
    /// - Throws: what the store says; `CryptoError`.
    package init(
        store: AuthStore,
        profile: ProfileServiceClient,
        hasher: PasswordHasher,
        commonPasswords: CommonPasswords = .builtIn,
        secret: Secret,
        configuration: AuthConfiguration = AuthConfiguration(),
        clock: @escaping @Sendable () -> Int64,
        random: RandomSource = .system,
        logger: Logger
    ) async throws {
        let keys = try await store.signingKeys(random: random, now: clock())
        guard let newest = keys.last else { throw SigningKeyError.malformed }
        let signer = await TokenSigner(newest)
        let publicKeys = keys.map(\.publicKey)
        let credential = ServiceCredential(
            signer: signer, lifetime: configuration.serviceTokenLifetime, clock: clock)
        let names = DisplayNames(
            profile: profile, credential: credential, timeout: configuration.profileTimeout)
        outbox = Outbox(
            store: store, names: names, backoff: configuration.outboxBackoff, random: random,
            logger: logger)
        let underWay = SignUpsUnderWay()
        recovery = SignUpRecovery(
            store: store, underWay: underWay, outbox: outbox, pause: configuration.recoveryPause,
            logger: logger)
        let limiter = Limiter(
            policies: configuration.limits, secret: secret,
            rows: try await store.meters(now: clock()), clock: clock)
        handler = AuthHandler(
            store: store, names: names, outbox: outbox, underWay: underWay, hasher: hasher,
            gate: PasswordGate(hasher: hasher, limiter: limiter, store: store, clock: clock),
            signUpLimits: SignUpLimits(limiter: limiter, store: store, clock: clock),
            commonPasswords: commonPasswords, signer: signer, publicKeys: publicKeys,
            ids: UUIDv7Generator(random: random, clock: clock), configuration: configuration,
            clock: clock, random: random, logger: logger)
        let cache = SigningKeyCache(clock: clock) { publicKeys }
        authenticator = TokenAuthenticator(
            verifier: AccessTokenVerifier(keys: cache, clock: clock))
        try await recovery.recover()
    }

    /// Tells Profile what it has yet to hear, until it is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await outbox.run() }
            group.addTask { await recovery.run() }
        }
    }
}
