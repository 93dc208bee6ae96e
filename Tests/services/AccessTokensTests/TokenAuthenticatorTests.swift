import RollcallAPI
import RollcallRPC
import Testing

@testable import AccessTokens

@Suite struct TokenAuthenticatorTests {
    private func caller(_ issuer: Issuer, _ values: [String]) async throws -> Caller {
        try await TokenAuthenticator(verifier: issuer.verifier).authenticate(context(values))
    }

    private func context(_ values: [String]) throws -> CallContext {
        var metadata = Metadata()
        for value in values { try metadata.add("authorization", text: value) }
        return CallContext(method: "test", metadata: metadata)
    }

    @Test func whoSendsNoTokenIsAnonymous() async throws {
        #expect(try await caller(Issuer(), []) == .anonymous)
    }

    @Test func aBearerTokenNamesTheUser() async throws {
        let issuer = try await Issuer()
        let token = try await issuer.userToken()
        for scheme in ["Bearer", "bearer", "BEARER"] {
            let caller = try await caller(issuer, ["\(scheme) \(token)"])
            #expect(caller == issuer.userClaims().caller)
        }
    }

    @Test func anythingElseIsRefused() async throws {
        let issuer = try await Issuer()
        let token = try await issuer.userToken()
        let refused = [
            [token], ["Bearer"], ["Bearer "], ["Basic \(token)"], ["Bearer  \(token)"],
            ["Bearer \(token)", "Bearer \(token)"], ["Bearer \(token), Bearer \(token)"], [""],
        ]
        for values in refused {
            let error = await #expect(throws: RPCError.self) {
                try await caller(issuer, values)
            }
            #expect(error?.code == .unauthenticated)
        }
    }

    @Test func onceTheKeyIsHereNothingIsWaitedFor() async throws {
        let issuer = try await Issuer()
        let authenticator = TokenAuthenticator(verifier: issuer.verifier)
        #expect(try authenticator.authenticateAtOnce(CallContext(method: "test")) == .anonymous)
        let context = try await context(["Bearer \(issuer.userToken())"])
        #expect(try authenticator.authenticateAtOnce(context) == nil)
        let caller = try await authenticator.authenticate(context)
        #expect(try authenticator.authenticateAtOnce(context) == caller)
        // Also a token that was never seen.
        issuer.clock.advance(.seconds(1))
        let another = try await self.context(["Bearer \(issuer.userToken())"])
        #expect(try authenticator.authenticateAtOnce(another) == issuer.userClaims().caller)
        issuer.clock.advance(.seconds(700))
        #expect(throws: AccessTokenVerifier.invalid) {
            try authenticator.authenticateAtOnce(another)
        }
    }

    @Test func aTokenSaysHowLongItIsValidWithoutTheLeewayOfCalls() async throws {
        let issuer = try await Issuer()
        let authenticator = TokenAuthenticator(verifier: issuer.verifier)
        #expect(authenticator.timeLeft(of: CallContext(method: "test")) == nil)
        let context = try await context(["Bearer \(issuer.userToken())"])
        _ = try await authenticator.authenticate(context)
        issuer.clock.advance(.seconds(590))
        #expect(authenticator.timeLeft(of: context) == .seconds(10))
        issuer.clock.advance(.seconds(12))
        #expect(authenticator.timeLeft(of: context) == .seconds(-2))
        _ = try await authenticator.authenticate(context)
    }

    @Test func aKeyOfAnotherIsAskedForAndTheTokenRefusedOnce() async throws {
        let issuer = try await Issuer()
        let stranger = try await Issuer().userToken()
        let context = try context(["Bearer \(stranger)"])
        let authenticator = TokenAuthenticator(verifier: issuer.verifier)
        #expect(try authenticator.authenticateAtOnce(context) == nil)
        await #expect(throws: AccessTokenVerifier.invalid) {
            try await authenticator.authenticate(context)
        }
    }

    @Test func aRefusalSaysWhyToAProgram() async throws {
        let authenticator = TokenAuthenticator(verifier: try await Issuer().verifier)
        let unknown = authenticator.refusal(of: .anonymous)
        #expect(unknown.code == .unauthenticated)
        #expect(unknown.reasons == [.accessTokenInvalid])
        let other = authenticator.refusal(of: .service("profile"))
        #expect(other.code == .permissionDenied)
        #expect(other.reasons == [.notAllowed])
    }
}
