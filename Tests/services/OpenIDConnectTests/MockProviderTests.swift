import Foundation
import OpenIDConnect
import RollcallCrypto
import TestIdentityProvider
import Testing

/// Another implementation as the provider.
@Suite struct MockProviderTests {
    @Test func aCodeOfItsPageBecomesAnIdentity() async throws {
        let mock = try MockProvider()
        let clock: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) }
        let provider = IdentityProvider(
            try ProviderConfiguration(
                name: "mock", issuer: mock.issuer, clientIDs: ["client"],
                credentials: ProviderCredentials.all(
                    inFile: #"{"mock":{"client_secret":"s:e c%"}}"#)["mock"]), clock: clock)
        let attempts = try IdentityAttempts(secret: Secret([UInt8](repeating: 1, count: 32)))
        for (user, isVerified) in [("anna", true), ("ben", false)] {
            let attempt = try attempts.start(
                with: "mock", by: .page, at: clock(), random: .system)
            let redirect = "http://localhost:1/mock/callback"
            let url = try await provider.authorizationURL(of: attempt, redirect: redirect)
            let back = try #require(URLComponents(string: mock.authorize(url, as: user)))
            let items = (back.queryItems ?? []).map { ($0.name, $0.value ?? "") }
            let fields = Dictionary(items) { $1 }
            #expect(fields["state"] == attempt.state)
            let code = try #require(fields["code"])
            let exchanged = try await provider.exchange(
                code: code, of: attempt, redirect: redirect)
            let identity = try await provider.verified(
                exchanged.identityToken, nonce: attempt.nonce)
            #expect(identity.subject == user)
            #expect(identity.isEmailVerified == isVerified)
            #expect(exchanged.grant != nil)
            // A code is good once.
            await #expect(throws: ProviderError.self) {
                _ = try await provider.exchange(code: code, of: attempt, redirect: redirect)
            }
        }
    }
}
