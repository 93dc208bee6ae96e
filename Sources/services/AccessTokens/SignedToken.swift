/// A token of any issuer. It is checked in three layers, each of which can refuse it: its form
/// (`CompactToken`), its signature (`VerificationKey`) and its claims.
///
/// Claims are read before the signature is verified, and believed after it: a token that is
/// malformed, expired or for somebody else costs no signature, and nobody is asked for its key.
struct SignedToken<Claims: TokenClaims> {
    /// The key that the header names as the signer's.
    let keyID: String
    /// Not to be believed before `isSigned(by:)`.
    let claims: Claims
    private let compact: CompactToken

    /// - Parameter audience: whom the token must be for.
    /// - Returns: `nil` unless the form and the claims are right, and the header names a key.
    init?(_ text: String, audience: String) {
        guard let compact = CompactToken(text), let keyID = compact.keyID,
            let claims = Claims(payload: compact.payload, audience: audience)
        else { return nil }
        (self.compact, self.keyID, self.claims) = (compact, keyID, claims)
    }

    /// Whether the key made the signature, by the key's own algorithm.
    ///
    /// - Parameter key: the issuer's key with the id `keyID`.
    func isSigned(by key: VerificationKey) -> Bool { key.hasSigned(compact) }
}
