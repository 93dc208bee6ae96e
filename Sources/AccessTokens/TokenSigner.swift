import JWTKit
import RollcallCrypto

/// Signs access and service tokens. Auth's alone: the others only verify.
package struct TokenSigner: Sendable {
    package let keyID: String
    private let audience: DeploymentName
    private let algorithm: any JWTAlgorithm
    /// The header of every token, encoded, and the dot behind it.
    private let beginning: String

    /// - Parameter audience: the deployment that the tokens are for.
    package init(_ key: SigningKeyPair, audience: DeploymentName) async throws {
        keyID = key.publicKey.keyID
        self.audience = audience
        let keys = await JWTKeyCollection().add(ecdsa: key.privateKey)
        algorithm = try await keys.getKey()
        let header = #"{"alg":"ES256","kid":"\#(keyID)","typ":"JWT"}"#
        beginning = Base64.url.encode(header.utf8) + "."
    }

    /// The token that says `claims`: a JWT signed by ES256, which any JWT library verifies.
    ///
    /// - Throws: `SigningKeyError.nameOfService`; what jwt-kit says of a signature that it cannot
    ///   make.
    package func token(for claims: AccessTokenClaims) throws -> String {
        guard claims.isPlain else { throw SigningKeyError.nameOfService }
        let signed = beginning + Base64.url.encode(claims.json(for: audience).utf8)
        let signature = try algorithm.sign(Array(signed.utf8))
        return signed + "." + Base64.url.encode(signature)
    }
}
