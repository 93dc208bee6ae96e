import Foundation
import TestIdentityProvider
import TestSupport
import Testing

@testable import OpenIDConnect

/// L4: providers whose documents are late, gone, changed, or hostile.
@Suite struct ProviderDirectoryTests {
    private static let keys = Result {
        (try TestProviderKey.es256("k1"), try TestProviderKey.es256("k2"))
    }
    private let key, other: TestProviderKey

    init() throws {
        (key, other) = try Self.keys.get()
    }

    private func serving(_ body: (Everyday) async throws -> Void) async throws {
        try await IdentityProviderServer.serving([key]) { try await body(Everyday($0)) }
    }

    private func fetches(_ everyday: Everyday) -> Int {
        everyday.server.requests(to: "/jwks").count
    }

    @Test func theKeysAreKeptAsLongAsTheProviderSays() async throws {
        try await serving { everyday in
            everyday.server.publish([key], maxAge: 1000)
            _ = try await everyday.verified(everyday.token(key))
            everyday.clock.advance(.seconds(999))
            _ = try await everyday.verified(everyday.token(key))
            #expect(fetches(everyday) == 1)
            everyday.clock.advance(.seconds(1))
            // What is known answers, and is fetched again beside.
            _ = try await everyday.verified(everyday.token(key))
            try await eventually { fetches(everyday) == 2 }
        }
    }

    @Test func aHundredCallersShareAFetch() async throws {
        try await serving { everyday in
            let token = try everyday.token(key)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask { _ = try await everyday.verified(token) }
                }
                try await group.waitForAll()
            }
            #expect(fetches(everyday) == 1)
        }
    }

    @Test func aNewKeyIsFoundWhenATokenNamesIt() async throws {
        try await serving { everyday in
            _ = try await everyday.verified(everyday.token(key))
            everyday.server.publish([key, other])
            everyday.clock.advance(.seconds(60))
            _ = try await everyday.verified(everyday.token(other))
            everyday.server.publish([other])
            everyday.clock.advance(.seconds(86_400))
            try await eventually {
                try await everyday.refusal(of: everyday.token(key)) == "kid"
            }
        }
    }

    @Test func unknownKeysAreAskedForOnceAMinute() async throws {
        try await serving { everyday in
            _ = try await everyday.verified(everyday.token(key))
            for index in 0..<50 {
                let token = try everyday.token(
                    key, header: #"{"alg":"ES256","kid":"unknown-\#(index)"}"#)
                #expect(try await everyday.refusal(of: token) == "kid")
                everyday.clock.advance(.seconds(3))
            }
            #expect((2...4).contains(fetches(everyday)))
        }
    }

    @Test func signInsGoOnWhileTheProviderIsAwayForAnHour() async throws {
        try await serving { everyday in
            _ = try await everyday.verified(everyday.token(key))
            everyday.server.setAway(true)
            for _ in 0..<6 {
                everyday.clock.advance(.seconds(600))
                _ = try await everyday.verified(everyday.token(key))
            }
            // A key that is not known cannot be asked for: that is not the token's fault.
            await #expect(throws: ProviderError.self) {
                _ = try await everyday.verified(everyday.token(other))
            }
            everyday.clock.advance(.seconds(86_400))
            await #expect(throws: ProviderError.self) {
                _ = try await everyday.verified(everyday.token(key))
            }
            everyday.server.setAway(false)
            everyday.clock.advance(.seconds(2))
            _ = try await everyday.verified(everyday.token(key))
        }
    }

    @Test func twoKeysOfOneIDAreBothTried() async throws {
        let twin = try TestProviderKey.es256("k1")
        try await IdentityProviderServer.serving([key, twin]) { server in
            let everyday = try Everyday(server)
            for key in [key, twin] {
                #expect(try await everyday.refusal(of: everyday.token(key)) == nil)
            }
            let third = try TestProviderKey.es256("k1")
            #expect(try await everyday.refusal(of: everyday.token(third)) == "signature")
        }
    }

    @Test func aTokenWithoutKeyIDIsOfTheOnlyKey() async throws {
        try await serving { everyday in
            let header = #"{"alg":"ES256"}"#
            #expect(try await everyday.refusal(of: everyday.token(key, header: header)) == nil)
            everyday.server.publish([key, other])
            everyday.clock.advance(.seconds(86_400))
            try await eventually {
                try await everyday.refusal(of: everyday.token(key, header: header)) == "kid"
            }
        }
    }

    @Test func keysThatAreOfNoUseDoNotAffectTheOthers() async throws {
        let long = [UInt8](repeating: 0xff, count: 16_384 / 8)
        let keys: [String] = [
            "7", "null", "{}", #"{"kty":"oct","kid":"k1","k":"AA"}"#,
            #"{"kty":"OKP","crv":"Ed25519","kid":"k1","x":"AA"}"#,
            #"{"kty":"EC","crv":"P-384","kid":"k1","x":"AA","y":"AA"}"#,
            #"{"kty":"EC","crv":"P-256","kid":"k1","x":"AA","y":"AA"}"#,
            #"{"kid":"k1","use":"enc",\#(key.members)}"#,
            #"{"kid":"k1","alg":"RS256",\#(key.members)}"#, #"{"kid":7,\#(key.members)}"#,
            "{\(TestProviderKey.rsa(modulus: Array(long.prefix(64)), exponent: [1, 0, 1]))}",
            "{\(TestProviderKey.rsa(modulus: long, exponent: [1, 0, 1]))}",
            "{\(TestProviderKey.rsa(modulus: Array(long.prefix(256)), exponent: [1]))}",
            "{\(TestProviderKey.rsa(modulus: Array(long.prefix(256)), exponent: [3]))}",
            key.jwk,
        ]
        try await serving { everyday in
            everyday.server.publish(keys: keys)
            let refusal = try await everyday.refusal(of: everyday.token(key))
            #expect(refusal == nil)
        }
    }

    @Test(
        arguments: [
            (512, [1, 0, 1]), (1024, [1, 0, 1]), (16_384, [1, 0, 1]), (2048, [1]), (2048, [2]),
            (2048, [0]), (2048, []), (2048, [3]), (2048, [UInt8](repeating: 0xff, count: 9)),
        ] as [(Int, [UInt8])])
    func aKeyThatIsTooWeakOrTooDearIsNoKey(bits: Int, exponent: [UInt8]) {
        let modulus = [UInt8](repeating: 0xff, count: bits / 8)
        let members = TestProviderKey.rsa(modulus: modulus, exponent: exponent)
        let set = #"{"keys":[{"kid":"r",\#(members)}]}"#
        #expect(throws: ProviderError.self) { () throws in _ = try ProviderKeys(Array(set.utf8)) }
    }

    @Test(arguments: [
        IdentityProviderServer.Answer(String(repeating: " ", count: 1 << 20), repetitions: 50),
        IdentityProviderServer.Answer(String(repeating: "[", count: 1 << 16), repetitions: .max),
        IdentityProviderServer.Answer("<html>no keys today</html>"),
        IdentityProviderServer.Answer(""), IdentityProviderServer.Answer("{}"),
        IdentityProviderServer.Answer(#"{"keys":[]}"#),
        IdentityProviderServer.Answer(String(repeating: "[", count: 100_000)),
        IdentityProviderServer.Answer("no", status: 500),
        IdentityProviderServer.Answer(
            "", status: 302, headers: ["location": "https://localhost:1/jwks"]),
        IdentityProviderServer.Answer("", status: 302, headers: ["location": "file:///etc/passwd"]),
        IdentityProviderServer.Answer(
            "", status: 307, headers: ["location": "http://169.254.169.254/"]),
    ])
    func aHostileKeySetIsNoKeySet(answer: IdentityProviderServer.Answer) async throws {
        try await serving { everyday in
            everyday.server.set("/jwks", answer)
            let start = ContinuousClock.now
            await #expect(throws: ProviderError.self) {
                _ = try await everyday.verified(everyday.token(key))
            }
            #expect(.now - start < .seconds(30))
            #expect(fetches(everyday) == 1)
        }
    }

    @Test(arguments: [
        (#""issuer":"ISSUER""#, #""issuer":"https://evil.example""#),
        (#""issuer":"ISSUER""#, #""issuer":"ISSUER/""#),
        ("ISSUER/jwks", "file:///etc/passwd"), ("ISSUER/jwks", "http://localhost/jwks"),
        ("ISSUER/jwks", "https://user@localhost/jwks"), ("ISSUER/jwks", "gopher://localhost/"),
        ("ISSUER/jwks", "https://localhost/a b"), ("ISSUER/jwks", ""),
    ])
    func aConfigurationOfSomebodyOtherIsRefused(text: String, replacement: String) async throws {
        try await serving { everyday in
            let issuer = everyday.server.issuer
            let document = #"{"issuer":"ISSUER","jwks_uri":"ISSUER/jwks"}"#
                .replacing(text, with: replacement).replacing("ISSUER", with: issuer)
            everyday.server.set(
                "/.well-known/openid-configuration", IdentityProviderServer.Answer(document))
            await #expect(throws: ProviderError.self) {
                _ = try await everyday.verified(everyday.token(key))
            }
            #expect(fetches(everyday) == 0)
        }
    }

    @Test func aProviderWithoutTrustedCertificateIsNotAsked() async throws {
        try await serving { everyday in
            let stranger = IdentityProvider(
                everyday.provider.configuration, authorities: nil, clock: everyday.clock.now)
            await #expect(throws: ProviderError.self) {
                _ = try await stranger.verified(
                    everyday.token(key), nonce: everyday.attempt.nonce)
            }
            #expect(fetches(everyday) == 0)
        }
    }

    /// Real time passes, as the provider is waited for.
    @Test func aProviderThatIsSilentIsGivenUpAfterFiveSeconds() async throws {
        try await serving { everyday in
            everyday.server.setDelay(.seconds(60))
            let start = ContinuousClock.now
            await #expect(throws: ProviderError.self) {
                _ = try await everyday.verified(everyday.token(key))
            }
            #expect((.seconds(4)...(.seconds(12))).contains(.now - start))
        }
    }
}
