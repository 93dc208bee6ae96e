/// The signatures that a token can have, by their names in a header (RFC 7518 §3.1).
package enum SignatureAlgorithm: String, Sendable {
    /// ECDSA over P-256 and SHA-256: our own tokens.
    case es256 = "ES256"
    /// RSASSA-PKCS1-v1_5 over SHA-256: tokens of others.
    case rs256 = "RS256"
}
