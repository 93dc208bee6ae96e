import AccessTokens
import RollcallCrypto
import Storage

/// Seals the private halves of signing keys for the table that keeps them.
struct SigningKeySeal: Sendable {
    private let key: SealingKey

    /// - Parameter secret: of `AuthStore.unlock`.
    /// - Throws: `CryptoError`.
    init(secret: Secret) throws {
        key = try SealingKey(
            derivedFrom: secret, purpose: "rollcall signing keys", table: "signingKey")
    }

    /// - Throws: `CryptoError`.
    func sealed(_ pair: SigningKeyPair, random: RandomSource) throws -> [UInt8] {
        try key.seal(pair.secret, of: Array(pair.publicKey.keyID.utf8), random: random)
    }

    /// - Parameter id: of the row.
    /// - Throws: `StorageError.corrupt` for what was not sealed for this row with this key;
    ///   `SigningKeyError`, `CryptoError`.
    func opened(_ bytes: [UInt8], id: String) throws -> SigningKeyPair {
        guard let secret = try key.open(bytes, of: Array(id.utf8)) else {
            throw StorageError.corrupt("the signing key \(id) cannot be opened")
        }
        return try SigningKeyPair(secret: secret)
    }
}
