import AccessTokens

/// Gives service tokens, for a credential or for what the connection proves, each call in a file named
/// for it.
struct ServiceTokenHandler: Sendable {
    let store: AuthStore
    let keys: KeyRing
    let lifetime: Duration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    /// A service token, and when it expires in milliseconds since 1970.
    func serviceToken(for name: String, now: Int64) throws -> (String, expiresAtMs: Int64) {
        let end = now / 1000 + lifetime.components.seconds
        let claims = AccessTokenClaims(
            subject: .service(name), issuedAt: now / 1000, expiresAt: end)
        return (try keys.signer.token(for: claims), end * 1000)
    }
}
