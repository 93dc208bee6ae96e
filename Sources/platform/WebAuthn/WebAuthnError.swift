/// Why an answer of an authenticator is refused.
package enum WebAuthnError: Error, Equatable {
    /// Not of the form that WebAuthn describes, or longer than its limits.
    case malformed
    /// A registration where an assertion is due, or the other way round.
    case wrongType
    /// The answer to another challenge.
    case wrongChallenge
    /// Made on a page, or in an app, that is not the relying party's, or in a frame of another.
    case wrongOrigin
    /// Made for another relying party.
    case wrongRelyingParty
    /// No user touched the authenticator.
    case noUserPresent
    /// A key of another algorithm than ES256 and RS256, or one that is refused.
    case unsupportedKey
    /// The signature is not of the credential's key.
    case wrongSignature
}
