import AccessTokens
import RollcallCrypto
import Storage

/// Seals the private halves of signing keys for the table that keeps them.
struct SigningKeySeal: Sendable {
    private let key: SealingKey

    /// - Parameter secret: of `AuthStore.unlock`.
    /// - Throws: `CryptoError`.
    init(secret: Secret) throws {
        key = try SealingKey(derivedFrom: secret, purpose: "rollcall signing keys")
    }

    /// - Throws: `CryptoError`.
    func sealed(_ pair: SigningKeyPair, random: RandomSource) throws -> SealedBytes {
        try key.seal(pair.secret, at: Self.place(pair.publicKey.keyID), random: random)
    }

    /// - Parameter id: of the row.
    /// - Throws: `StorageError.corrupt` for what was not sealed for this row with this key;
    ///   `SigningKeyError`, `CryptoError`.
    func opened(_ bytes: [UInt8], id: String) throws -> SigningKeyPair {
        guard let sealed = SealedBytes(bytes), let secret = try key.open(sealed, at: Self.place(id))
        else { throw StorageError.corrupt("the signing key \(id) cannot be opened") }
        return try SigningKeyPair(secret: secret)
    }

    private static func place(_ id: String) -> SealedPlace {
        SealedPlace(table: "signingKey", row: Array(id.utf8))
    }
}
