import AccessTokens
import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct GetSigningKeysTests {
    @Test func theKeyIsMadeOnceAndKept() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let keys = try await world.client.getSigningKeys(GetSigningKeysRequest()).keys
            #expect(keys.count == 1)
            try await world.stop()
            try await world.start()
            #expect(try await world.client.getSigningKeys(GetSigningKeysRequest()).keys == keys)
            _ = try await world.client.getSession(GetSessionRequest(), options: .bearer(tokens))
        }
    }

    @Test func anotherServiceVerifiesWithThem() async throws {
        try await withAuth { world in
            let response = try await world.client.signUp(.anna())
            let keys = SigningKeyCache(client: world.client, clock: world.clock.now)
            let verifier = AccessTokenVerifier(keys: keys, clock: world.clock.now)
            let claims = try await verifier.claims(of: response.tokens?.accessToken ?? "")
            guard case .user(let user) = claims.caller else {
                Issue.record("not a user")
                return
            }
            #expect(user.userID == response.session?.userID)
            #expect(user.sessionID == response.session?.sessionID)
            #expect(!user.isAdmin)
        }
    }
}
