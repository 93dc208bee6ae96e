import RollcallCrypto

/// Signs access and service tokens. Auth's alone: the others only verify.
package struct TokenSigner: Sendable {
    package let keyID: String
    private let audience: DeploymentName
    private let key: P256PrivateKey
    /// The header of every token, encoded, and the dot behind it.
    private let beginning: String

    /// - Parameter audience: the deployment that the tokens are for.
    package init(_ key: SigningKeyPair, audience: DeploymentName) {
        keyID = key.publicKey.keyID
        self.audience = audience
        self.key = key.privateKey
        let header = #"{"alg":"ES256","kid":"\#(keyID)","typ":"JWT"}"#
        beginning = Base64.url.encode(header.utf8) + "."
    }

    /// The token that says `claims`: a JWT signed by ES256, which any JWT library verifies.
    ///
    /// - Throws: `SigningKeyError.nameOfService`; `CryptoError` when there is no memory or no
    ///   randomness.
    package func token(for claims: AccessTokenClaims) throws -> String {
        guard claims.isPlain else { throw SigningKeyError.nameOfService }
        let signed = beginning + Base64.url.encode(claims.json(for: audience).utf8)
        let signature = try key.sign(signed.utf8)
        return signed + "." + Base64.url.encode(signature)
    }
}
