import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RevokeUserSessionsTests {
    @Test func allSessionsEndAndAnotherMayBeOpened() async throws {
        try await withAuth { world in
            let signedUp = try await world.newUser("anna")
            let other = try await world.newUser("ben")
            let user = try await world.asOperator.revokeUserSessions(
                RevokeUserSessionsRequest(user: .id(signedUp.id))
            ).user
            #expect(user?.sessionCount == 0)
            #expect(await world.end(of: signedUp.tokens) == .sessionEnded)
            #expect(await world.end(of: other.tokens) == nil)
            let count = try await world.auth.count(
                "session", where: "endReason = 'revokedByAdmin'")
            #expect(count == 1)
            _ = try await world.signIn(as: "anna")
        }
    }
}
