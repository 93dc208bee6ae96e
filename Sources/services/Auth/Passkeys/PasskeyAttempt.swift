import RollcallBasics
import RollcallCrypto

/// A registration of a passkey, or a sign-in with one, that a caller has begun: what an
/// authenticator is to sign, and until when.
///
/// The caller keeps it, as a text. Nothing is stored before it succeeds, so that strangers fill no
/// table. Then its digest is stored, so that it succeeds once.
struct PasskeyAttempt: Equatable, Sendable {
    static let lifetime = Duration.seconds(300)

    /// Whose owner has given a proof and may register a passkey; nil for a sign-in.
    let account: UUIDv7?
    /// In milliseconds since 1970.
    let expiresAt: Int64
    /// What the authenticator signs: 32 bytes.
    let challenge: [UInt8]
    let text: String

    /// What is stored of one that has succeeded.
    var digest: SHA256Digest { SHA256Digest(of: challenge) }
}

/// Makes and recognises attempts.
///
/// The text of one is base64url of `expiry | nonce | account | code`: eight bytes with the
/// milliseconds since 1970; 16 random bytes; 16 bytes, which are 0 for a sign-in; and the first
/// half of HMAC-SHA256(secret, "passkey attempt" | 0 | expiry | nonce | account). The challenge is
/// HMAC-SHA256(secret, "passkey challenge" | 0 | the same).
struct PasskeyAttempts: Sendable {
    /// Bytes of a nonce, of an account and of a code.
    private static let partByteCount = 16
    private static let signedByteCount = 8 + 2 * partByteCount

    private let secret: Secret
    private let random: RandomSource
    /// Milliseconds since 1970.
    private let clock: @Sendable () -> Int64

    /// - Parameter secret: of `AuthStore.unlock`.
    init(secret: Secret, random: RandomSource, clock: @escaping @Sendable () -> Int64) {
        (self.secret, self.random, self.clock) = (secret, random, clock)
    }

    /// - Parameter account: that a passkey is registered for; nil for a sign-in.
    /// - Throws: `CryptoError`.
    func begin(for account: UUIDv7? = nil) throws -> PasskeyAttempt {
        let expiresAt = clock() + PasskeyAttempt.lifetime.wholeMilliseconds
        return try attempt(
            expiresAt.bigEndianBytes + random.bytes(Self.partByteCount)
                + (account?.bytes ?? [UInt8](repeating: 0, count: Self.partByteCount)))
    }

    /// The attempt with this text; nil if it was not made here, or has expired.
    ///
    /// - Throws: `CryptoError`.
    func attempt(_ text: String) throws -> PasskeyAttempt? {
        // By length first: what comes over the network need not be short.
        guard text.utf8.count <= 100, let bytes = Base64.url.decode(text),
            bytes.count == Self.signedByteCount + Self.partByteCount
        else { return nil }
        let attempt = try attempt(Array(bytes.prefix(Self.signedByteCount)))
        let left = attempt.expiresAt &- clock()
        // Not of the future, either: the clock may have been set back.
        let isOpen = (1...PasskeyAttempt.lifetime.wholeMilliseconds).contains(left)
        let isOurs = constantTimeEqual(Array(attempt.text.utf8), Array(text.utf8))
        return isOurs && isOpen ? attempt : nil
    }

    private func attempt(_ signed: [UInt8]) throws -> PasskeyAttempt {
        let seal = try code("passkey attempt", signed).prefix(Self.partByteCount)
        return PasskeyAttempt(
            account: UUIDv7(bytes: Array(signed.suffix(Self.partByteCount))),
            expiresAt: Int64(bigEndianBytes: signed.prefix(8)),
            challenge: try code("passkey challenge", signed),
            text: Base64.url.encode(signed + seal))
    }

    private func code(_ use: String, _ signed: [UInt8]) throws -> [UInt8] {
        try HMACSHA256.code(for: Array(use.utf8) + [0] + signed, key: secret.bytes)
    }
}
