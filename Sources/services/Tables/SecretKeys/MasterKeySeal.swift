import RollcallCrypto

/// Seals the master key with the key of a `SecretKeyFile`.
struct MasterKeySeal: Sendable {
    private static let place = SealedPlace(table: "masterKey", row: [1])
    private let key: SealingKey

    /// - Parameter secret: of `SecretKeyFile`.
    /// - Throws: `CryptoError`.
    init(secret: Secret) throws {
        key = try SealingKey(derivedFrom: secret, purpose: "rollcall master key")
    }

    /// - Throws: `CryptoError`.
    func sealed(_ masterKey: Secret, random: RandomSource) throws -> SealedBytes {
        try key.seal(masterKey, at: Self.place, random: random)
    }

    /// - Returns: `nil` if it was sealed with another key.
    /// - Throws: `CryptoError`.
    func opened(_ sealed: SealedBytes) throws -> Secret? {
        try key.open(sealed, at: Self.place)
    }
}
