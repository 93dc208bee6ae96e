import Foundation
import RollcallCrypto
import Testing

@testable import AccessTokens

/// Tokens as attackers have made them. All but the first few are signed with the genuine key, so
/// that it is their content that is refused.
@Suite struct HostileTokenTests {
    @Test(arguments: ["none", "None", "NONE", "nOnE", ""])
    func aTokenWithoutAlgorithmIsRefused(algorithm: String) async throws {
        let issuer = try await Issuer()
        let header = #"{"alg":"\#(algorithm)","kid":"\#(issuer.key.publicKey.keyID)"}"#
        let parts = [header, issuer.claims()].map { Base64.url.encode(Array($0.utf8)) }
        let signature = try await issuer.userToken().split(separator: ".")[2]
        for end in ["", signature] {
            #expect(await issuer.isRefused(parts.joined(separator: ".") + ".\(end)"))
        }
    }

    @Test func aTokenSignedByHMACWithOurPublicKeyIsRefused() async throws {
        let issuer = try await Issuer()
        let publicKey = issuer.key.publicKey
        let point = publicKey.x + publicKey.y
        // As a public key stands in a file (RFC 5480 §2, RFC 7468 §13).
        let algorithm = "3059301306072a8648ce3d020106082a8648ce3d030107034200"
        let der = try Data(#require(Hex.decode(algorithm)) + [4] + point)
        let lines = der.base64EncodedString(options: [
            .lineLength64Characters, .endLineWithLineFeed,
        ])
        let pem = "-----BEGIN PUBLIC KEY-----\n\(lines)\n-----END PUBLIC KEY-----\n"
        for secret in [Array(pem.utf8), Array(der), point, [4] + point] {
            let header = #"{"alg":"HS256","kid":"\#(publicKey.keyID)","typ":"JWT"}"#
            let signed = [header, issuer.claims()].map { Base64.url.encode(Array($0.utf8)) }
                .joined(separator: ".")
            let code = try HMACSHA256.code(for: Array(signed.utf8), key: secret)
            let token = signed + "." + Base64.url.encode(code)
            #expect(await issuer.isRefused(token))
        }
    }

    @Test(arguments: ["HS256", "RS256", "ES384", "EdDSA", "es256"])
    func theAlgorithmIsNotTheTokensToChoose(algorithm: String) async throws {
        let issuer = try await Issuer()
        let header = issuer.header.replacing("ES256", with: algorithm)
        let token = try await issuer.sign(header: header, claims: issuer.claims())
        #expect(await issuer.isRefused(token))
    }

    @Test(arguments: [
        "unknown", "", "../../../../dev/null", "' OR 1=1 --", "%00", "https://example.com/jwks",
    ])
    func anUnknownKeyIsRefused(keyID: String) async throws {
        let issuer = try await Issuer()
        let header = #"{"alg":"ES256","kid":"\#(keyID)"}"#
        let token = try await issuer.sign(header: header, claims: issuer.claims())
        #expect(await issuer.isRefused(token))
    }

    @Test(arguments: [
        #""jwk":{"kty":"EC"}"#, #""jwk":"x""#, #""jku":"https://example.com""#, #""x5u":"x""#,
        #""x5c":["x"]"#, #""crit":["exp"]"#, #""crit":"exp""#, #""b64":false"#, #""alg":"none""#,
        #""kid":"other""#, #""a":null"#, #""a":{}"#,
    ])
    func aHeaderThatAsksForMoreIsRefused(field: String) async throws {
        let issuer = try await Issuer()
        let header = issuer.header.dropLast() + ",\(field)}"
        #expect(
            await issuer.isRefused(
                try await issuer.sign(header: String(header), claims: issuer.claims())))
    }

    @Test func aHeaderWithoutKeyIsRefused() async throws {
        let issuer = try await Issuer()
        for header in [#"{"alg":"ES256"}"#, #"{"alg":"ES256","kid":7}"#, "{}", "[]", "", "null"] {
            #expect(
                await issuer.isRefused(
                    try await issuer.sign(header: header, claims: issuer.claims())))
        }
    }

    @Test(arguments: [
        ["exp": #""1900000000""#], ["exp": "1900000000.0"], ["exp": "1.9e9"], ["exp": "1e308"],
        ["exp": "-1"], ["exp": "-9223372036854775808"], ["exp": "9223372036854775808"],
        ["exp": "null"], ["exp": "true"], ["exp": "[1900000000]"], ["exp": "01900000000"],
        ["exp": "1"], ["iat": "-1"], ["iat": #""1""#], ["iat": "1e3"], ["nbf": "99999999999"],
        ["nbf": #""1""#], ["nbf": "1800000061"], ["aud": #""other""#], ["aud": #""Rollcall""#],
        ["aud": #""""#], ["aud": "7"], ["aud": #"["rollcall"]"#], ["iss": #""other""#],
        ["iss": "7"], ["iss": #"["rollcall"]"#],
        ["sub": #""""#], ["sub": #""service:auth""#], ["sub": #""anna""#], ["sid": #""1""#],
        ["sid": "null"], ["role": #""service""#], ["role": #""root""#], ["role": "1"],
        ["role": #""User""#],
    ])
    func aClaimThatAuthWouldNotSignIsRefused(replaced: [String: String]) async throws {
        let issuer = try await Issuer()
        #expect(await issuer.isRefused(try await issuer.sign(claims: issuer.claims(replaced))))
    }

    @Test(arguments: [
        #","role":"admin""#, #","exp":9999999999"#, #","sub":"x""#, #","\u0072ole":"admin""#,
        #","extra":{"a":1}"#, ",", #","a""#, #","a":"#, #"} {"a":1"#,
    ])
    func aClaimTwiceOrAMalformedObjectIsRefused(more: String) async throws {
        let issuer = try await Issuer()
        #expect(
            await issuer.isRefused(try await issuer.sign(claims: issuer.claims(more: more))))
    }

    @Test(arguments: ["iss", "aud", "sub", "sid", "role", "iat", "exp"])
    func aMissingClaimIsRefused(name: String) async throws {
        let issuer = try await Issuer()
        let claims = issuer.claims().replacing("\"\(name)\"", with: "\"x\"")
        #expect(await issuer.isRefused(try await issuer.sign(claims: claims)))
    }

    /// Auth's clock may be a minute ahead.
    @Test func aTokenIsGoodFromItsNotBeforeOn() async throws {
        let issuer = try await Issuer()
        let token = try await issuer.sign(
            claims: issuer.claims(["nbf": "\(issuer.clock.seconds + 115)"]))
        #expect(await issuer.isRefused(token))
        issuer.clock.advance(.seconds(54))
        #expect(await issuer.isRefused(token))
        issuer.clock.advance(.seconds(1))
        #expect(await !issuer.isRefused(token))
    }

    @Test func aClaimThatAuthMayAddOneDayIsLeftUnread() async throws {
        let issuer = try await Issuer()
        let token = try await issuer.sign(claims: issuer.claims(more: #","epoch":7"#))
        #expect(try await issuer.verifier.claims(of: token) == issuer.userClaims())
    }

    @Test func whatIsTooLongIsRefusedUnread() async throws {
        let issuer = try await Issuer()
        for length in [CompactToken.headerLimit, 9000, 1_000_000] {
            let value = String(repeating: "x", count: length)
            let header = issuer.header.dropLast() + #","a":"\#(value)"}"#
            let token = try await issuer.sign(header: String(header), claims: issuer.claims())
            #expect(await issuer.isRefused(token))
        }
    }

    @Test func bytesThatAreNoTextAreRefused() async throws {
        let issuer = try await Issuer()
        for bytes in [[0xFF, 0xFE], [0xC0, 0x80], [0x00]] as [[UInt8]] {
            let claims = Array(#"{"iss":"rollcall","a":""#.utf8) + bytes + Array(#""}"#.utf8)
            #expect(FlatJSON(claims) == nil)
        }
        #expect(await issuer.isRefused(String(repeating: ".", count: 2)))
    }
}
