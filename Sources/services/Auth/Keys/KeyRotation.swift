import AccessTokens
import Logging
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// Keeps the signing keys on schedule, in the store and in the ring that calls share.
final class KeyRotation: Sendable {
    /// The pause between two looks at the schedule. So much longer than it should a key signs.
    static let pause = Duration.seconds(60)

    let ring: KeyRing
    /// The keys of all tokens that any instance may have signed by now. Read from the store unless
    /// this instance has its newest: so a key is published everywhere once it is in the store, and
    /// before it signs anywhere.
    let published: @Sendable () async throws -> [SigningKey]
    /// The keys with which Auth itself verifies tokens.
    let verificationKeys: SigningKeyCache
    private let store: AuthStore
    private let deployment: DeploymentName
    private let schedule: KeySchedule
    private let seal: SigningKeySeal
    private let clock: @Sendable () -> Int64
    private let random: RandomSource
    private let logger: Logger

    /// Makes the first key, if there is none, and does what is due.
    ///
    /// - Parameters:
    ///   - secret: of `AuthStore.unlock`; the private keys are sealed with it.
    ///   - deployment: the audience of the tokens.
    ///   - clock: `LimiterClock`'s, so that setting the system's clock does not rotate keys.
    /// - Throws: the store's errors; `CryptoError`, `SigningKeyError`.
    init(
        store: AuthStore, schedule: KeySchedule, secret: Secret, deployment: DeploymentName,
        clock: @escaping @Sendable () -> Int64, random: RandomSource, logger: Logger
    ) async throws {
        self.store = store
        self.schedule = schedule
        self.deployment = deployment
        let seal = try SigningKeySeal(secret: secret)
        self.seal = seal
        self.clock = clock
        self.random = random
        self.logger = logger
        let kept = try await store.keepSigningKeys(
            to: schedule, clock: clock, seal: seal, random: random)
        let ring = KeyRing(
            try Self.keys(kept, deployment, now: clock()), version: kept.version)
        self.ring = ring
        let published: @Sendable () async throws -> [SigningKey] = {
            let isCurrent = try await store.signingKeysVersion() == ring.version
            return try await isCurrent
                ? ring.publicKeys : store.signingKeys(seal).map(\.publicKey)
        }
        self.published = published
        verificationKeys = SigningKeyCache(clock: clock, fetch: published)
    }

    /// Keeps the keys on schedule until it is cancelled.
    func run() async {
        await repeating(every: Self.pause) {
            try await update()
        } failed: { error in
            logger.error("the signing keys cannot be kept", metadata: ["error": "\(error)"])
        }
    }

    /// Whether it is time for the next key to sign.
    var isDue: Bool { ring.nextSignsFrom.map { $0 <= clock() } ?? false }

    /// The present keys, in the order in which they sign.
    func list() async throws -> [KeySchedule.Key] {
        try await store.signingKeys(seal).map(\.schedule)
    }

    /// Starts signing with a new key; where there may be other instances, after
    /// `KeySchedule.notice`. No user is signed out.
    ///
    /// - Parameter isWithdrawing: whether to refuse tokens of the previous keys immediately, as
    ///   those may be stolen. Each client then refreshes its access token.
    /// - Returns: the keys afterwards.
    /// - Throws: `RPCError` (TOO_MANY) when too many keys are published already, and none is
    ///   withdrawn.
    func rotate(isWithdrawing: Bool) async throws -> [KeySchedule.Key] {
        let now = clock()
        let key = try await store.replaceSigningKeys(
            isWithdrawing: isWithdrawing, now: now, seal: seal, random: random)
        guard let key else {
            throw RPCError.violation(
                .resourceExhausted, .tooMany,
                """
                \(KeySchedule.servedLimit) signing keys are served, each for as long as a token \
                that it has signed may be good; wait for two hours, or withdraw them
                """)
        }
        logger.notice(
            "a new signing key was asked for",
            metadata: ["key.id": "\(key)", "others.withdrawn": "\(isWithdrawing)"])
        return try await update().keys.map(\.schedule)
    }

    /// Does what is due, and lets calls sign and verify with the new keys.
    @discardableResult
    func update() async throws -> AuthStore.KeptKeys {
        let kept = try await store.keepSigningKeys(
            to: schedule, clock: clock, seal: seal, random: random)
        let keys = try Self.keys(kept, deployment, now: clock())
        // First, so that what fails is done again: a withdrawn key must not stay in the cache.
        if kept.version != ring.version, await !verificationKeys.refresh() {
            throw RPCError(.unavailable, "the signing keys cannot be read; try again later")
        }
        if ring.replace(keys, version: kept.version) {
            logger.notice(
                "the signing keys have changed",
                metadata: [
                    "signing": "\(keys.signer.keyID)",
                    "served": "\(keys.publicKeys.map(\.keyID))",
                ])
            store.feed.announceKeys()
        }
        return kept
    }

    private static func keys(
        _ kept: AuthStore.KeptKeys, _ deployment: DeploymentName, now: Int64
    ) throws -> KeyRing.Keys {
        let schedule = kept.keys.map(\.schedule)
        let id = KeySchedule.signing(schedule, now: now)?.id
        guard let pair = kept.keys.first(where: { $0.schedule.id == id })?.pair else {
            throw SigningKeyError.malformed
        }
        return KeyRing.Keys(
            signer: TokenSigner(pair, audience: deployment), publicKeys: kept.keys.map(\.publicKey),
            nextSignsFrom: schedule.first { $0.retiredAt == nil && $0.signsFrom > now }?.signsFrom)
    }
}
