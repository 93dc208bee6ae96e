import RollcallAPI
import RollcallRPC
import Testing

@testable import AccessTokens
@testable import Auth

@Suite struct GetOwnServiceTokenTests {
    @Test func whoIsKnownByTheConnectionGetsATokenThatOthersKnowItBy() async throws {
        try await withAuth { world in
            let answer = try await AuthServiceClient(world.auth.operatorConnection)
                .getOwnServiceToken(GetOwnServiceTokenRequest())
            #expect(answer.expiresAtMs == world.clock.now() + 300_000)
            // What another service does to know it.
            let keys = SigningKeyCache(client: world.client, clock: world.clock.now)
            let verifier = AccessTokenVerifier(keys: keys, clock: world.clock.now)
            #expect(try await verifier.verified(answer.token).caller == .service("local"))
        }
    }

    /// Otherwise a service that was removed could go on by its last token.
    @Test func aTokenIsNotGivenForAnother() async throws {
        try await withAuth { world in
            let added = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            let token = try await world.client.getServiceToken(
                GetServiceTokenRequest(credential: added.credential)
            ).token
            let error = await failure {
                try await world.client.getOwnServiceToken(
                    GetOwnServiceTokenRequest(), options: .bearer(Tokens(accessToken: token)))
            }
            #expect(error?.code == .permissionDenied && error?.reasons == [.notAllowed])
        }
    }

    @Test func usersAndStrangersGetNone() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            let tokens = try #require(anna.tokens)
            for (options, code) in [
                (try CallOptions.bearer(tokens), StatusCode.permissionDenied),
                (CallOptions(), .unauthenticated),
            ] {
                let error = await failure {
                    try await world.client.getOwnServiceToken(
                        GetOwnServiceTokenRequest(), options: options)
                }
                #expect(error?.code == code)
            }
        }
    }
}
