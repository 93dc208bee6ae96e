import RollcallAPI
import RollcallRPC
import Testing

@testable import AccessTokens

@Suite struct TokenAuthenticatorTests {
    private func caller(_ issuer: Issuer, _ values: [String]) async throws -> Caller {
        var metadata = Metadata()
        for value in values { try metadata.add("authorization", text: value) }
        let context = CallContext(method: "test", metadata: metadata)
        return try await TokenAuthenticator(verifier: issuer.verifier).authenticate(context)
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
