import RollcallCrypto
import Storage

/// What stands in the table in place of the secrets of a second factor, by the master key. A copy
/// of the database gives none of them away.
struct FactorSecrets: Sendable {
    private let seal: SealingKey
    private let secret: Secret

    /// - Parameter secret: of `AuthStore.unlock`.
    /// - Throws: `CryptoError`.
    init(secret: Secret) throws {
        seal = try SealingKey(derivedFrom: secret, purpose: "rollcall one-time passwords")
        self.secret = secret
    }

    /// - Throws: `CryptoError`.
    func sealed(_ totp: TOTP, of account: UUIDv7, random: RandomSource) throws -> SealedBytes {
        try seal.seal(totp.secret, at: Self.place(account), random: random)
    }

    /// - Throws: `StorageError.corrupt` for what was not sealed for this account with this key;
    ///   `CryptoError`.
    func opened(_ bytes: [UInt8], of account: UUIDv7) throws -> TOTP {
        guard let sealed = SealedBytes(bytes),
            let secret = try seal.open(sealed, at: Self.place(account))
        else { throw StorageError.corrupt("the second factor of \(account) cannot be opened") }
        return TOTP(secret: secret)
    }

    /// The digest of a recovery code, of one account.
    ///
    /// - Throws: `CryptoError`.
    func digest(of code: RecoveryCode, of account: UUIDv7) throws -> SHA256Digest {
        let message = Array("factor.recovery".utf8) + [0] + account.bytes + code.letters.utf8
        let code = try HMACSHA256.code(for: message, key: secret.bytes)
        guard let digest = SHA256Digest(bytes: code) else { throw CryptoError.openSSL("HMAC") }
        return digest
    }

    private static func place(_ account: UUIDv7) -> SealedPlace {
        SealedPlace(table: "credential", row: Array("totp".utf8) + account.bytes)
    }
}
