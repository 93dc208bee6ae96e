import Foundation
import RollcallBasics
import RollcallCrypto
import TestAuthority
import TestIdentityProvider
import Testing

@testable import OpenIDConnect

@Suite struct IdentityCodeTests {
    private func serving(_ body: (Everyday) async throws -> Void) async throws {
        let key = try TestProviderKey.es256("k1")
        try await IdentityProviderServer.serving([key]) { try await body(Everyday($0)) }
    }

    private func fields(_ form: String) -> [String: String] {
        var components = URLComponents()
        components.percentEncodedQuery = form
        let items = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        return Dictionary(items) { $1 }
    }

    @Test func theBrowserIsSentWithAChallengeAndWithoutItsVerifier() async throws {
        try await serving { everyday in
            let text = try await everyday.provider.authorizationURL(
                of: everyday.attempt, redirect: "https://door.example/mock/callback?a=b&c")
            let url = try #require(URLComponents(string: text))
            #expect(text.hasPrefix(everyday.server.issuer + "/authorize?"))
            let fields = fields(url.percentEncodedQuery ?? "")
            #expect(
                fields == [
                    "response_type": "code", "client_id": IdentityProviderServer.client,
                    "redirect_uri": "https://door.example/mock/callback?a=b&c",
                    "scope": "openid email profile", "state": everyday.attempt.state,
                    "nonce": everyday.attempt.nonce,
                    "code_challenge": everyday.attempt.codeChallenge,
                    "code_challenge_method": "S256",
                ])
            #expect(!text.contains(everyday.attempt.codeVerifier))
        }
    }

    @Test func aCodeIsExchangedForATokenAndAGrant() async throws {
        try await serving { everyday in
            everyday.server.set(
                "/token",
                IdentityProviderServer.Answer(
                    #"{"id_token":"a.b.c","refresh_token":"r","expires_in":3600}"#))
            let exchanged = try await everyday.provider.exchange(
                code: "co de", of: everyday.attempt, redirect: "https://door/x")
            #expect(exchanged.identityToken == "a.b.c")
            let request = try #require(everyday.server.requests(to: "/token").last)
            #expect(
                fields(request.body) == [
                    "grant_type": "authorization_code", "code": "co de",
                    "redirect_uri": "https://door/x",
                    "code_verifier": everyday.attempt.codeVerifier,
                    "client_id": IdentityProviderServer.client,
                    "client_secret": IdentityProviderServer.secret,
                ])
            let grant = try #require(exchanged.grant)
            #expect(ProviderGrant(grant.secret) == grant)
            #expect("\(grant)" == "<redacted>")
            everyday.server.set("/revoke", IdentityProviderServer.Answer(""))
            try await everyday.provider.revoke(grant)
            let revocation = try #require(everyday.server.requests(to: "/revoke").last)
            #expect(fields(revocation.body)["token"] == "r")
        }
    }

    @Test func aCodeThatIsNotGoodIsRefused() async throws {
        try await serving { everyday in
            for (answer, isRefused) in [
                (IdentityProviderServer.Answer(#"{"error":"invalid_grant"}"#, status: 400), true),
                (IdentityProviderServer.Answer("{}", status: 401), true),
                (IdentityProviderServer.Answer("oops", status: 500), false),
                (IdentityProviderServer.Answer("{}"), false),
                (IdentityProviderServer.Answer(#"{"id_token":7}"#), false),
                (IdentityProviderServer.Answer("", status: 302), false),
            ] {
                everyday.server.set("/token", answer)
                do {
                    _ = try await everyday.provider.exchange(
                        code: "c", of: everyday.attempt, redirect: nil)
                    Issue.record("a code was accepted")
                } catch ProviderError.refused {
                    #expect(isRefused)
                } catch is ProviderError {
                    #expect(!isRefused)
                }
            }
        }
    }

    @Test func aRevocationOfAnUnknownGrantIsDone() async throws {
        try await serving { everyday in
            everyday.server.set("/revoke", IdentityProviderServer.Answer("{}", status: 400))
            try await everyday.provider.revoke(ProviderGrant(client: "c", refreshToken: "r"))
            everyday.server.setAway(true)
            await #expect(throws: ProviderError.self) {
                try await everyday.provider.revoke(ProviderGrant(client: "c", refreshToken: "r"))
            }
        }
    }

    /// As Apple reads it: a token of five minutes, by the key of a `.p8` file.
    @Test func theSecretForAppleIsATokenSignedByItsKey() throws {
        let authority = try TestAuthority.trusted.get()
        let pem = try authority.run(
            "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1")
        let key = try P256PrivateKey(pem: pem)
        let json = try JSONSerialization.data(withJSONObject: [
            "apple": [
                "client_id": "app.web", "team_id": "TEAM", "key_id": "KEY", "private_key": pem,
            ]
        ])
        let credentials = try #require(
            try ProviderCredentials.all(inFile: String(decoding: json, as: UTF8.self))["apple"])
        let issuer = try #require(ProviderURL("https://appleid.apple.com", mayBeLoopback: false))
        let text = try credentials.text(for: "app.web", issuer: issuer, at: 1_800_000_000)
        let parts = text.split(separator: ".").map(String.init)
        let header = try JSONSerialization.jsonObject(
            with: Data(try #require(Base64.url.decode(parts[0]))))
        #expect(header as? [String: String] == ["alg": "ES256", "kid": "KEY"])
        let payload = Data(try #require(Base64.url.decode(parts[1])))
        let claims = try #require(
            try JSONSerialization.jsonObject(with: payload) as? [String: Any])
        #expect(claims["iss"] as? String == "TEAM")
        #expect(claims["sub"] as? String == "app.web")
        #expect(claims["aud"] as? String == "https://appleid.apple.com")
        #expect(claims["exp"] as? Int == 1_800_000_300)
        let signed = Array((parts[0] + "." + parts[1]).utf8)
        let signature = try #require(Base64.url.decode(parts[2]))
        #expect(try P256PublicKey(x: key.x, y: key.y).hasSigned(signed, as: signature))
        #expect("\(credentials)" == "<redacted>")
    }

    @Test(arguments: [
        "", "[]", #"{"a":1}"#, #"{"a":{}}"#, #"{"a":{"team_id":"T","key_id":"K"}}"#,
        #"{"a":{"team_id":"T","key_id":"K","private_key":"nonsense"}}"#,
    ])
    func aFileOfSecretsSaysWhatIsWrong(text: String) {
        #expect(throws: Unusable.self) {
            try ProviderCredentials.all(inFile: text)
        }
    }

    @Test func anIssuerIsHTTPSOrThisMachine() throws {
        for text in [
            "http://example.com", "file:///etc/passwd", "https://", "https://a b", "ftp://x",
            "https://u:p@example.com", "https://example.com?x", "https://example.com#x",
        ] {
            #expect(throws: Unusable.self) {
                try ProviderConfiguration(name: "x", issuer: text, clientIDs: ["c"])
            }
        }
        for text in ["https://example.com/realm/a", "http://localhost:9400", "http://127.0.0.1:1"] {
            let configuration = try ProviderConfiguration(
                name: "x", issuer: text, clientIDs: ["c"])
            #expect(configuration.issuer.text == text)
        }
        for name in ["", "A", "a/b", "a.b", String(repeating: "a", count: 33)] {
            #expect(throws: Unusable.self) {
                try ProviderConfiguration(name: name, issuer: "https://a", clientIDs: ["c"])
            }
        }
        let google = try ProviderConfiguration(name: "google", clientIDs: ["c"])
        #expect(google.spellings == ["https://accounts.google.com", "accounts.google.com"])
        #expect(google.title == "Google")
    }
}
