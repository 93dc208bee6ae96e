import OpenIDConnect
import RollcallCrypto

/// Seals what providers have granted, for the tables that keep it until it is revoked. It is bound
/// to the provider, not to a row: a grant goes from the identity's to the one of its revocation.
struct GrantSeal: Sendable {
    private let key: SealingKey
    private let random: RandomSource

    /// - Parameter secret: of `AuthStore.unlock`.
    /// - Throws: `CryptoError`.
    init(secret: Secret, random: RandomSource) throws {
        key = try SealingKey(
            derivedFrom: secret, purpose: "rollcall identity grants", table: "identityGrant")
        self.random = random
    }

    /// - Throws: `CryptoError`.
    func sealed(_ grant: ProviderGrant, of issuer: String) throws -> String {
        Base64.url.encode(try key.seal(grant.secret, of: Array(issuer.utf8), random: random))
    }

    /// - Returns: nil for what was not sealed for this issuer with this key.
    /// - Throws: `CryptoError`.
    func opened(_ text: String, of issuer: String) throws -> ProviderGrant? {
        guard let sealed = Base64.url.decode(text) else { return nil }
        return try key.open(sealed, of: Array(issuer.utf8)).flatMap { ProviderGrant($0) }
    }
}
