import JWTKit

/// Signs access and service tokens. Auth's alone: the others only verify.
package struct TokenSigner: Sendable {
    private let keyID: String
    private let keys: JWTKeyCollection

    package init(_ key: SigningKeyPair) async {
        keyID = key.publicKey.keyID
        keys = await JWTKeyCollection().add(
            ecdsa: key.privateKey, kid: JWKIdentifier(string: keyID))
    }

    /// The token that says `claims`: a JWT signed by ES256, which any JWT library verifies.
    package func token(for claims: AccessTokenClaims) async throws -> String {
        try await keys.sign(TokenPayload(claims), kid: JWKIdentifier(string: keyID))
    }
}

/// The claims as jwt-kit writes them.
struct TokenPayload: JWTPayload {
    let iss: String
    let sub: String
    let sid: String?
    let role: String
    let iat: Int64
    let exp: Int64

    init(_ claims: AccessTokenClaims) {
        iss = AccessTokenClaims.issuer
        iat = claims.issuedAt
        exp = claims.expiresAt
        switch claims.subject {
        case .user(let userID, let sessionID, let isAdmin):
            (sub, sid, role) = (userID, sessionID, isAdmin ? "admin" : "user")
        case .service(let name):
            (sub, sid, role) = (AccessTokenClaims.servicePrefix + name, nil, "service")
        }
    }

    /// Nothing: `AccessTokenVerifier` checks the claims, with a clock of its own.
    func verify(using algorithm: some JWTAlgorithm) {}
}
