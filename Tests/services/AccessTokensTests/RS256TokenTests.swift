import Foundation
import RollcallCrypto
import Testing

@testable import AccessTokens

/// Tokens by RS256, as other issuers sign them, are checked as ours are.
@Suite struct RS256TokenTests {
    /// A token that PyJWT has signed by RS256, and its key.
    private struct Signed {
        let text: String
        let answer: [String: Any]
        let key: VerificationKey

        init(_ claims: [String: Any], keyID: String = "k1", bits: Int = 2048) throws {
            let headers = ["kid": keyID]
            let request: [String: Any] = ["write": claims, "bits": bits, "headers": headers]
            answer = try PyJWT.answers(to: [request])[0]
            text = try #require(answer["token"] as? String)
            key = try PyJWT.rsaKey(answer)
        }

        /// The header and the claims, as they are signed, the header with another `alg`.
        func signedPart(algorithm: String) throws -> String {
            let header = Base64.url.encode(#"{"alg":"\#(algorithm)","kid":"k1"}"#.utf8)
            return "\(header).\(text.split(separator: ".")[1])"
        }
    }

    private let ours: [String: Any] = [
        "iss": "rollcall", "aud": "rollcall", "sub": Issuer.userID, "sid": Issuer.sessionID,
        "role": "user", "iat": 1000, "exp": 1600,
    ]

    private func isGood(_ text: String, by key: VerificationKey) -> Bool {
        CompactToken(text).map(key.hasSigned) == true
    }

    @Test func aTokenByRS256IsGoodByItsKeyAlone() throws {
        let (signed, other) = try (Signed(ours), Signed(ours))
        let token = try #require(CompactToken(signed.text))
        #expect(token.keyID == "k1")
        #expect(signed.key.hasSigned(token))
        #expect(!other.key.hasSigned(token))
    }

    @Test func theClaimsAreReadIfTheIssuerAndTheAudienceAreRight() throws {
        let token = try #require(CompactToken(Signed(ours).text))
        let claims = AccessTokenClaims(payload: token.payload, audience: "rollcall")
        #expect(claims?.issuedAt == 1000 && claims?.expiresAt == 1600)
        #expect(AccessTokenClaims(payload: token.payload, audience: "app-1") == nil)
        let foreign = ours.merging(["iss": "https://guests.example"]) { $1 }
        let guest = try #require(CompactToken(Signed(foreign).text))
        #expect(AccessTokenClaims(payload: guest.payload, audience: "rollcall") == nil)
    }

    @Test func theTimesAreHeldAgainstTheClock() {
        let claims = AccessTokenClaims(
            subject: .service("auth"), issuedAt: 1000, expiresAt: 1600)
        for (now, isCurrent) in [(939, false), (940, true), (1604, true), (1605, false)] {
            #expect(claims.isCurrent(at: Int64(now), leeway: 5) == isCurrent, "\(now)")
        }
    }

    /// The header's `alg` is compared with the key's algorithm, and chooses none.
    @Test(arguments: ["ES256", "none", "None", "HS256", "RS384", "PS256", "rs256", ""])
    func aHeaderThatNamesAnotherAlgorithmThanTheKeysIsRefused(algorithm: String) throws {
        let signed = try Signed(ours)
        let part = try signed.signedPart(algorithm: algorithm)
        let signature = signed.text.split(separator: ".")[2]
        for end in [String(signature), ""] {
            #expect(!isGood("\(part).\(end)", by: signed.key))
        }
    }

    @Test func aTokenByES256IsNoneForAnRSAKeyWithItsName() async throws {
        let issuer = try await Issuer()
        let signed = try Signed(ours, keyID: issuer.key.publicKey.keyID)
        let elliptic = try VerificationKey(issuer.key.publicKey)
        let text = try await issuer.userToken()
        #expect(isGood(text, by: elliptic) && !isGood(text, by: signed.key))
        #expect(isGood(signed.text, by: signed.key) && !isGood(signed.text, by: elliptic))
    }

    @Test func aTokenSignedByHMACWithThePublicKeyIsRefused() throws {
        let signed = try Signed(ours)
        let pem = try #require(signed.answer["pem"] as? String)
        let modulus = try #require(Base64.url.decode(signed.answer["n"] as? String ?? ""))
        for secret in [Array(pem.utf8), Array(pem.utf8.dropLast()), modulus] {
            for algorithm in ["HS256", "RS256"] {
                let part = try signed.signedPart(algorithm: algorithm)
                let code = try HMACSHA256.code(for: Array(part.utf8), key: secret)
                #expect(!isGood("\(part).\(Base64.url.encode(code))", by: signed.key))
            }
        }
    }

    @Test func everyTruncatedSignatureIsRefused() throws {
        let signed = try Signed(ours)
        let end = try #require(signed.text.lastIndex(of: "."))
        let signature = try #require(
            Base64.url.decode(String(signed.text[signed.text.index(after: end)...])))
        for length in 0..<signature.count {
            let short = Base64.url.encode(signature.prefix(length))
            #expect(!isGood("\(signed.text[...end])\(short)", by: signed.key), "\(length)")
        }
        for long in [signature + [0], [0] + signature] {
            #expect(!isGood("\(signed.text[...end])\(Base64.url.encode(long))", by: signed.key))
        }
    }

    /// RFC 7518 §3.3.
    @Test func aKeyOf1024BitsIsNoKey() throws {
        #expect(throws: KeyError.self) { try Signed(ours, bits: 1024) }
    }

    /// Google and Apple may write these. A type of claims for them needs a reader of its own, as
    /// ours stays strict.
    @Test(arguments: [#""name":"Andr\u00e9""#, #""picture":"https:\/\/a.example""#, #""nonce":{}"#])
    func anEscapeOrANestedValueIsRefusedInOurs(claim: String) async throws {
        let issuer = try await Issuer()
        let token = try await issuer.sign(claims: issuer.claims(more: ",\(claim)"))
        #expect(await issuer.isRefused(token))
    }
}
