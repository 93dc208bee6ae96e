import RollcallCrypto
import Storage

/// What stands in the table in place of the secrets of a second factor, by the master key. A copy
/// of the database gives none of them away.
struct FactorSecrets: Sendable {
    private let seal: SealingKey
    private let codes: SealedText

    /// - Parameter secret: of `AuthStore.unlock`.
    /// - Throws: `CryptoError`.
    init(secret: Secret) throws {
        seal = try SealingKey(
            derivedFrom: secret, purpose: "rollcall one-time passwords", table: "credential")
        codes = SealedText(key: secret)
    }

    /// - Throws: `CryptoError`.
    func sealed(_ totp: TOTP, of account: UUIDv7, random: RandomSource) throws -> [UInt8] {
        try seal.seal(totp.secret, of: Self.row(account), random: random)
    }

    /// - Throws: `StorageError.corrupt` for what was not sealed for this account with this key;
    ///   `CryptoError`.
    func opened(_ bytes: [UInt8], of account: UUIDv7) throws -> TOTP {
        guard let secret = try seal.open(bytes, of: Self.row(account)) else {
            throw StorageError.corrupt("the second factor of \(account) cannot be opened")
        }
        return TOTP(secret: secret)
    }

    /// The digest of a recovery code, of one account.
    ///
    /// - Throws: `CryptoError`.
    func digest(of code: RecoveryCode, of account: UUIDv7) throws -> SHA256Digest {
        try codes.digest(of: account.bytes + code.letters.utf8, for: "factor.recovery")
    }

    private static func row(_ account: UUIDv7) -> [UInt8] {
        Array("totp".utf8) + account.bytes
    }
}
