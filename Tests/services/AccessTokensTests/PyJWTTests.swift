import Foundation
import RollcallCrypto
import Testing

@testable import AccessTokens

/// What another library makes of our tokens, and we of its.
@Suite struct PyJWTTests {
    private let now = Int64(Date().timeIntervalSince1970)

    private func claims(_ subject: AccessTokenClaims.Subject) -> AccessTokenClaims {
        AccessTokenClaims(
            subject: subject, issuedAt: now, expiresAt: now + 600, epoch: UInt64(now))
    }

    @Test func itReadsEveryTokenOfOurs() async throws {
        let issuer = try await Issuer()
        let subjects: [AccessTokenClaims.Subject] = [
            .user(userID: Issuer.userID, sessionID: Issuer.sessionID, isAdmin: false),
            .user(userID: Issuer.userID, sessionID: Issuer.sessionID, isAdmin: true),
            .service("auth"),
        ]
        // Each signature is another: among so many, some numbers begin with zeros.
        let tokens = try (0..<300).map { try issuer.signer.token(for: claims(subjects[$0 % 3])) }
        let key = PyJWT.jwk(issuer.key)
        let answers = try PyJWT.answers(
            to: tokens.map { ["read": $0, "key": key, "audience": "rollcall"] })
        for (index, answer) in answers.enumerated() {
            let header = try #require(answer["header"] as? [String: String])
            #expect(
                header == ["alg": "ES256", "kid": issuer.key.publicKey.keyID, "typ": "JWT"])
            let claims = try #require(answer["claims"] as? [String: Any])
            #expect(claims["iat"] as? Int64 == now)
            #expect(claims["exp"] as? Int64 == now + 600)
            #expect(
                claims["sub"] as? String == (index % 3 == 2 ? "service:auth" : Issuer.userID))
            #expect(claims["role"] as? String == ["user", "admin", "service"][index % 3])
            #expect(claims["sid"] as? String == (index % 3 == 2 ? nil : Issuer.sessionID))
        }
    }

    @Test func itRefusesWhatWeRefuse() async throws {
        let (issuer, other) = try await (Issuer(), Issuer())
        let user = AccessTokenClaims.Subject.user(
            userID: Issuer.userID, sessionID: Issuer.sessionID, isAdmin: false)
        let token = try issuer.signer.token(for: claims(user))
        let old = try issuer.signer.token(
            for: AccessTokenClaims(subject: user, issuedAt: 1, expiresAt: 2))
        let (key, otherKey) = (PyJWT.jwk(issuer.key), PyJWT.jwk(other.key))
        let answers = try PyJWT.answers(to: [
            ["read": token, "key": otherKey, "audience": "rollcall"],
            ["read": token, "key": key, "audience": "staging"],
            ["read": old, "key": key, "audience": "rollcall"],
        ])
        #expect(
            answers.map { $0["refused"] as? String } == [
                "InvalidSignatureError", "InvalidAudienceError", "ExpiredSignatureError",
            ])
    }

    @Test func weReadEveryTokenOfIts() async throws {
        let issuer = try await Issuer()
        let claims: [String: Any] = [
            "iss": "rollcall", "aud": "rollcall", "sub": Issuer.userID, "sid": Issuer.sessionID,
            "role": "user", "iat": issuer.clock.seconds, "exp": issuer.clock.seconds + 600,
        ]
        let request: [String: Any] = [
            "write": claims, "key": PyJWT.jwk(issuer.key, isPrivate: true),
            "headers": ["kid": issuer.key.publicKey.keyID],
        ]
        let other = ["kid": try await Issuer().key.publicKey.keyID]
        let misnamed = request.merging(["headers": other]) { $1 }
        let answers = try PyJWT.answers(to: Array(repeating: request, count: 300) + [misnamed])
        let tokens = try answers.map { try #require($0["token"] as? String) }
        for token in tokens.dropLast() {
            #expect(try await issuer.verifier.claims(of: token) == issuer.userClaims())
        }
        #expect(await issuer.isRefused(tokens[300]))
    }

    /// By RSA, too, as those who sign identity tokens do.
    @Test(arguments: [2048, 2056, 3072])
    func weReadItsTokensByRS256(bits: Int) throws {
        let answers = try PyJWT.answers(
            to: Array(repeating: ["write": ["sub": "anna"], "bits": bits], count: 2))
        let keys = try answers.map(PyJWT.rsaKey)
        for (index, answer) in answers.enumerated() {
            let text = try #require(answer["token"] as? String)
            let token = try #require(CompactToken(text))
            #expect(keys[index].hasSigned(token))
            #expect(!keys[1 - index].hasSigned(token))
            #expect(FlatJSON(token.payload)?.text("sub") == "anna")
        }
    }
}
