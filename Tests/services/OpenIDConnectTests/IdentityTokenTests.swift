import Foundation
import RollcallCrypto
import TestIdentityProvider
import Testing

@testable import OpenIDConnect

/// L3: tokens that say something else than they must.
@Suite struct IdentityTokenTests {
    private static let es256 = Result { try TestProviderKey.es256("k1") }
    private let key: TestProviderKey

    init() throws {
        key = try Self.es256.get()
    }

    private func serving(_ body: (Everyday) async throws -> Void) async throws {
        try await IdentityProviderServer.serving([key]) { try await body(Everyday($0)) }
    }

    @Test func aGoodTokenSaysWhoItIs() async throws {
        try await serving { everyday in
            let identity = try await everyday.verified(everyday.token(key))
            #expect(identity.issuer == everyday.server.issuer)
            #expect(identity.subject == IdentityProviderServer.subject)
            #expect(identity.email == "anna@example.com")
            #expect(identity.isEmailVerified)
            #expect(identity.name == "Anna")
        }
    }

    @Test func aTokenByRS256IsAccepted() async throws {
        let rsa = try TestProviderKey.rs256("r1")
        try await IdentityProviderServer.serving([key, rsa]) { server in
            let everyday = try Everyday(server)
            #expect(try await everyday.refusal(of: everyday.token(rsa)) == nil)
        }
    }

    @Test(arguments: [
        ("iss", #""https://evil.example""#, "iss"), ("iss", #""http://localhost""#, "iss"),
        ("iss", "", "iss"), ("iss", #"["x"]"#, "iss"),
        ("aud", #""another-client""#, "aud"), ("aud", "", "aud"), ("aud", "[]", "aud"),
        ("aud", #"["other"]"#, "aud"), ("aud", "7", "aud"),
        ("aud", #"["rollcall-client","other"]"#, "azp"),
        ("exp", "1", "exp"), ("exp", "", "exp"), ("exp", #""1900000000""#, "exp"),
        ("exp", "1e308", "exp"), ("exp", "-1", "exp"), ("exp", "1900000000.5", "exp"),
        ("exp", "9223372036854775807", "exp"),
        ("iat", "1900000000", "iat"), ("iat", "", "iat"), ("iat", #""1""#, "iat"),
        ("nbf", "1900000000", "nbf"), ("nbf", #""x""#, "nbf"),
        ("nonce", "", "nonce"), ("nonce", #""another""#, "nonce"), ("nonce", #""""#, "nonce"),
        ("sub", "", "sub"), ("sub", #""""#, "sub"), ("sub", "12", "sub"),
        ("sub", #""a\u0000b""#, "sub"), ("sub", #""ä""#, "sub"),
    ])
    func theClaimThatIsWrongIsNamed(claim: String, value: String, named: String) async throws {
        try await serving { everyday in
            let token = try everyday.token(key, [claim: value])
            #expect(try await everyday.refusal(of: token) == named)
            // Nobody was asked for a key.
            #expect(everyday.server.requests(to: "/jwks").isEmpty)
        }
    }

    @Test func aListOfAudiencesNeedsThisClientAsItsParty() async throws {
        try await serving { everyday in
            let list = #"["other","rollcall-client"]"#
            for (party, refusal) in [(#""rollcall-client""#, nil), (#""other""#, "azp")] {
                let token = try everyday.token(key, ["aud": list, "azp": party])
                #expect(try await everyday.refusal(of: token) == refusal)
            }
            let one = #"["rollcall-client"]"#
            let alone = try everyday.token(key, ["aud": one])
            #expect(try await everyday.refusal(of: alone) == nil)
            let foreign = try everyday.token(key, ["aud": one, "azp": #""other""#])
            #expect(try await everyday.refusal(of: foreign) == "azp")
            // As Google names an Android app.
            let android = try everyday.token(key, ["azp": #""android""#])
            #expect(try await everyday.refusal(of: android) == nil)
        }
    }

    @Test func clocksMayDifferByAMinute() async throws {
        try await serving { everyday in
            let now = everyday.seconds
            for (claims, refusal) in [
                (["exp": "\(now - 59)", "iat": "\(now - 600)"], nil),
                (["exp": "\(now - 60)", "iat": "\(now - 600)"], "exp"),
                (["iat": "\(now + 60)"], nil), (["iat": "\(now + 61)"], "iat"),
            ] as [([String: String], String?)] {
                let token = try everyday.token(key, claims)
                #expect(try await everyday.refusal(of: token) == refusal)
            }
        }
    }

    @Test func theNonceMayBeADigestOfItself() async throws {
        try await serving { everyday in
            let digest = SHA256Digest(of: everyday.attempt.nonce.utf8).bytes
            for text in [Hex.encode(digest), Base64.url.encode(digest)] {
                let token = try everyday.token(key, ["nonce": "\"\(text)\""])
                #expect(try await everyday.refusal(of: token) == nil)
            }
        }
    }

    @Test(arguments: [
        ("true", true), (#""true""#, true), ("false", false), (#""false""#, false), ("1", false),
        (#""TRUE""#, false), ("", false), ("null", false),
    ])
    func anAddressIsVerifiedIfTheProviderSaysSo(value: String, isVerified: Bool) async throws {
        try await serving { everyday in
            let token = try everyday.token(key, ["email_verified": value])
            #expect(try await everyday.verified(token).isEmailVerified == isVerified)
        }
    }

    @Test(arguments: [
        #"{"alg":"none"}"#, #"{"alg":"None","kid":"k1"}"#, #"{"alg":"HS256","kid":"k1"}"#,
        #"{"alg":"ES384","kid":"k1"}"#, #"{"alg":"ES256","kid":"k1","jku":"https://evil/jwks"}"#,
        #"{"alg":"ES256","kid":"k1","x5u":"https://evil/c"}"#,
        #"{"alg":"ES256","kid":"k1","jwk":{}}"#, #"{"alg":"ES256","kid":"k1","x5c":["x"]}"#,
        #"{"alg":"ES256","kid":"k1","crit":["exp"]}"#, #"{"kid":"k1"}"#, "{}", "[]",
        #"{"alg":"ES256","kid":"k1","alg":"none"}"#,
    ])
    func aHeaderThatChoosesItsOwnCheckIsRefused(header: String) async throws {
        try await serving { everyday in
            let token = try everyday.token(key, header: header)
            #expect(try await everyday.refusal(of: token) == "token")
        }
    }

    @Test func aSignatureBySharedSecretOfThePublicKeyIsRefused() async throws {
        try await serving { everyday in
            let header = Base64.url.encode(#"{"alg":"HS256","kid":"k1"}"#.utf8)
            let claims = everyday.server.claims(
                nonce: everyday.attempt.nonce, now: everyday.seconds)
            let signed = header + "." + Base64.url.encode(claims.utf8)
            let code = try HMACSHA256.code(for: Array(signed.utf8), key: Array(key.jwk.utf8))
            let token = signed + "." + Base64.url.encode(code)
            #expect(try await everyday.refusal(of: token) == "token")
        }
    }

    @Test func aSignatureByAnotherKeyIsRefused() async throws {
        try await serving { everyday in
            let forged = try everyday.token(TestProviderKey.es256("k1"))
            #expect(try await everyday.refusal(of: forged) == "signature")
            // An algorithm that the key of this id does not have.
            let header = #"{"alg":"RS256","kid":"k1"}"#
            #expect(try await everyday.refusal(of: everyday.token(key, header: header)) == "kid")
        }
    }

    @Test func whatIsBrokenOrTooLongIsRefused() async throws {
        try await serving { everyday in
            let token = try everyday.token(key)
            for text in ["", ".", "..", "a.b", token + ".x", String(token.dropLast()) + "="] {
                #expect(try await everyday.refusal(of: text) == "token")
            }
            let text = String(repeating: "x", count: 20_000)
            let long = try everyday.token(key, ["x": "\"\(text)\""])
            #expect(try await everyday.refusal(of: long) == "token")
            let twice = try key.sign(
                claims: everyday.server.claims(
                    nonce: everyday.attempt.nonce, now: everyday.seconds, ["x": #"1,"sub":"y""#]))
            #expect(try await everyday.refusal(of: twice) == "payload")
            // Claims that nobody asks for may be anything.
            let rich = try everyday.token(
                key, ["address": #"{"a":[null,1.5e3,{"b":true}]}"#, "score": "0.25"])
            #expect(try await everyday.refusal(of: rich) == nil)
        }
    }
}
