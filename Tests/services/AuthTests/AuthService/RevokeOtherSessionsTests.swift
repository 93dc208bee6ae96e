import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RevokeOtherSessionsTests {
    @Test func theOthersEndAndThisOneGoesOn() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let ben = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            var others: [Tokens?] = []
            for _ in 0..<5 { others.append(try await world.signIn().tokens) }
            for _ in 0..<2 {
                _ = try await world.client.revokeOtherSessions(
                    RevokeOtherSessionsRequest(), options: .bearer(owner))
            }
            for tokens in others { #expect(await world.end(of: tokens) == .sessionEnded) }
            #expect(await world.end(of: owner) == nil)
            #expect(await world.end(of: ben.tokens) == nil)
        }
    }

    @Test func itNeedsAnAccessToken() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let error = await failure {
                try await world.client.revokeOtherSessions(RevokeOtherSessionsRequest())
            }
            #expect(error?.code == .unauthenticated)
            #expect(await world.end(of: owner) == nil)
        }
    }
}
