import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RevokeAllSessionsTests {
    @Test func allEndWithThisOne() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let ben = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            let other = try await world.signIn().tokens
            _ = try await world.client.revokeAllSessions(
                RevokeAllSessionsRequest(), options: .bearer(owner))
            #expect(await world.end(of: owner) == .sessionEnded)
            #expect(await world.end(of: other) == .sessionEnded)
            #expect(await world.end(of: ben.tokens) == nil)
            let again = try await world.signIn().tokens
            #expect(try await world.sessions(again).count == 1)
        }
    }

    @Test func itNeedsAnAccessToken() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let error = await failure {
                try await world.client.revokeAllSessions(RevokeAllSessionsRequest())
            }
            #expect(error?.code == .unauthenticated)
            #expect(await world.end(of: owner) == nil)
        }
    }
}
