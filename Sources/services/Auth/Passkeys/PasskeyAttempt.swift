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
/// The text of one seals `expiry | nonce | account`: eight bytes with the milliseconds since 1970;
/// 16 random bytes; and 16 bytes, which are 0 for a sign-in. The challenge follows from the same.
struct PasskeyAttempts: Sendable {
    /// Bytes of a nonce and of an account.
    private static let partByteCount = 16
    private static let signedByteCount = 8 + 2 * partByteCount

    private let seal: SealedText
    private let random: RandomSource
    /// Milliseconds since 1970.
    private let clock: @Sendable () -> Int64

    /// - Parameter secret: of `AuthStore.unlock`.
    init(secret: Secret, random: RandomSource, clock: @escaping @Sendable () -> Int64) {
        seal = SealedText(key: secret)
        (self.random, self.clock) = (random, clock)
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
        guard let signed = try seal.content(of: text, for: "passkey attempt", longest: 100),
            signed.count == Self.signedByteCount
        else { return nil }
        let attempt = try attempt(signed)
        let left = attempt.expiresAt &- clock()
        // Not of the future, either: the clock may have been set back.
        let isOpen = (1...PasskeyAttempt.lifetime.wholeMilliseconds).contains(left)
        return isOpen ? attempt : nil
    }

    private func attempt(_ signed: [UInt8]) throws -> PasskeyAttempt {
        PasskeyAttempt(
            account: UUIDv7(bytes: Array(signed.suffix(Self.partByteCount))),
            expiresAt: Int64(bigEndianBytes: signed.prefix(8)),
            challenge: try seal.code(of: signed, for: "passkey challenge"),
            text: try seal.text(of: signed, for: "passkey attempt"))
    }
}
