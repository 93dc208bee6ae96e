import OpenIDConnect
import RollcallCrypto

/// Seals what providers have granted, for the tables that keep it until it is revoked.
struct GrantSeal: Sendable {
    private let key: SealingKey
    private let random: RandomSource

    /// - Parameter secret: of `AuthStore.unlock`.
    /// - Throws: `CryptoError`.
    init(secret: Secret, random: RandomSource) throws {
        key = try SealingKey(derivedFrom: secret, purpose: "rollcall identity grants")
        self.random = random
    }

    /// - Throws: `CryptoError`.
    func sealed(_ grant: ProviderGrant, of issuer: String) throws -> String {
        let sealed = try key.seal(grant.secret, at: Self.place(issuer), random: random)
        return Base64.url.encode(sealed.bytes)
    }

    /// - Returns: nil for what was not sealed for this issuer with this key.
    /// - Throws: `CryptoError`.
    func opened(_ text: String, of issuer: String) throws -> ProviderGrant? {
        guard let sealed = Base64.url.decode(text).flatMap({ SealedBytes($0) }) else { return nil }
        return try key.open(sealed, at: Self.place(issuer)).flatMap { ProviderGrant($0) }
    }

    /// Not of a row: a grant goes from the identity's to the one of its revocation.
    private static func place(_ issuer: String) -> SealedPlace {
        SealedPlace(table: "identityGrant", row: Array(issuer.utf8))
    }
}
