import RollcallBasics
import RollcallCrypto

/// A registration of a passkey, or a sign-in with one, that a caller has begun: what an
/// authenticator is to sign, and until when.
///
/// The caller keeps it, as a text. Nothing is stored before it succeeds, so that strangers fill no
/// table. Then its digest is stored, so that it succeeds once.
struct PasskeyAttempt: Equatable, Sendable {
    static let lifetime = Duration.seconds(300)

    let purpose: Purpose
    /// In milliseconds since 1970.
    let expiresAt: Int64
    /// What the authenticator signs: 32 bytes.
    let challenge: [UInt8]
    let text: String

    enum Purpose: Equatable, Sendable {
        case signIn
        /// For an account whose owner has given a proof.
        case registration(of: UUIDv7)
    }

    /// What is stored of one that has succeeded.
    var digest: SHA256Digest { SHA256Digest(of: challenge) }
}

/// Makes and recognises attempts.
///
/// The text of one is base64url of `expiry | nonce | account | code`: eight bytes with the
/// milliseconds since 1970; 16 random bytes; 16 bytes, or none for a sign-in; and the first half of
/// HMAC-SHA256(secret, "passkey attempt" | 0 | expiry | nonce | account). The challenge is
/// HMAC-SHA256(secret, "passkey challenge" | 0 | the same).
struct PasskeyAttempts: Sendable {
    private static let nonceByteCount = 16
    private static let codeByteCount = 16
    private static let accountByteCount = 16
    private static let signInByteCount = 8 + nonceByteCount

    private let secret: Secret
    private let random: RandomSource
    /// Milliseconds since 1970.
    private let clock: @Sendable () -> Int64

    /// - Parameter secret: of `AuthStore.unlock`.
    init(secret: Secret, random: RandomSource, clock: @escaping @Sendable () -> Int64) {
        (self.secret, self.random, self.clock) = (secret, random, clock)
    }

    /// - Throws: `CryptoError`.
    func begin(_ purpose: PasskeyAttempt.Purpose) throws -> PasskeyAttempt {
        var signed = (clock() + PasskeyAttempt.lifetime.wholeMilliseconds).bigEndianBytes
        signed += try random.bytes(Self.nonceByteCount)
        if case .registration(let account) = purpose { signed += account.bytes }
        return try attempt(signed, purpose)
    }

    /// The attempt with this text; nil if it was not made here, or has expired.
    ///
    /// - Throws: `CryptoError`.
    func attempt(_ text: String) throws -> PasskeyAttempt? {
        let counts = [0, Self.accountByteCount].map { Self.signInByteCount + $0 }
        // By length first: what comes over the network need not be short.
        guard text.utf8.count <= 100, let bytes = Base64.url.decode(text),
            counts.contains(bytes.count - Self.codeByteCount)
        else { return nil }
        let signed = Array(bytes.dropLast(Self.codeByteCount))
        let isOurs = try constantTimeEqual(
            Array(bytes.suffix(Self.codeByteCount)), code("passkey attempt", signed))
        let account = UUIDv7(bytes: Array(signed.dropFirst(Self.signInByteCount)))
        let left = Int64(bigEndianBytes: signed.prefix(8)) - clock()
        guard isOurs, (account == nil) == (signed.count == Self.signInByteCount),
            // Not of the future, either: the clock may have been set back.
            (1...PasskeyAttempt.lifetime.wholeMilliseconds).contains(left)
        else { return nil }
        return try attempt(signed, account.map { .registration(of: $0) } ?? .signIn)
    }

    private func attempt(
        _ signed: [UInt8], _ purpose: PasskeyAttempt.Purpose
    ) throws -> PasskeyAttempt {
        PasskeyAttempt(
            purpose: purpose, expiresAt: Int64(bigEndianBytes: signed.prefix(8)),
            challenge: try HMACSHA256.code(
                for: Array("passkey challenge".utf8) + [0] + signed, key: secret.bytes),
            text: Base64.url.encode(signed + (try code("passkey attempt", signed))))
    }

    private func code(_ use: String, _ signed: [UInt8]) throws -> [UInt8] {
        let message = Array(use.utf8) + [0] + signed
        return Array(
            try HMACSHA256.code(for: message, key: secret.bytes).prefix(Self.codeByteCount))
    }
}
