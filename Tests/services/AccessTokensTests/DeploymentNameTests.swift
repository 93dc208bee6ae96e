import Testing

@testable import AccessTokens

@Suite struct DeploymentNameTests {
    @Test(arguments: ["rollcall", "a", "eu-1.example_2", String(repeating: "x", count: 64)])
    func aPlainNameIsTaken(_ text: String) {
        #expect(DeploymentName(text)?.description == text)
    }

    @Test(arguments: [
        "", String(repeating: "x", count: 65), "a b", "a\"b", "a\\b", "ä", "a\n", "a/b", "a\u{0}",
    ])
    func whatJSONWouldHaveToEscapeIsRefused(_ text: String) {
        #expect(DeploymentName(text) == nil)
    }

    /// Two deployments that share a key, as where one is a copy of the other.
    @Test func aTokenOfAnotherDeploymentIsRefused() async throws {
        let issuer = try await Issuer()
        let staging = try #require(DeploymentName("staging"))
        let token = try TokenSigner(issuer.key, audience: staging)
            .token(for: issuer.userClaims())
        #expect(await issuer.isRefused(token))
        let publicKey = issuer.key.publicKey
        let verifier = AccessTokenVerifier(
            keys: SigningKeyCache(clock: issuer.clock.now) { [publicKey] },
            deployment: "staging", clock: issuer.clock.now)
        #expect(try await verifier.claims(of: token) == issuer.userClaims())
        let own = try await issuer.userToken()
        await #expect(throws: AccessTokenVerifier.invalid) { try await verifier.claims(of: own) }
    }
}
