/// Why an answer of an authenticator is refused, as a sentence.
package enum WebAuthnError: String, Error {
    /// Not of the form that WebAuthn describes, or longer than its limits.
    case malformed = "the answer of the device cannot be read"
    /// A registration where an assertion is due, or the other way round.
    case wrongType = "the answer is of another kind"
    case wrongChallenge = "the answer is to another challenge"
    /// Also in a frame of another page.
    case wrongOrigin = "the passkey was made on a page or in an app of others"
    case wrongRelyingParty = "the passkey is for another domain"
    case noUserPresent = "the device has not asked its user"
    case unsupportedKey = "the key is none of ES256 or RS256 that is accepted"
    /// Not of the credential's key.
    case wrongSignature = "the signature is wrong"
}
