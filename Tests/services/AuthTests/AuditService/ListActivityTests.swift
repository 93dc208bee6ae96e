import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ListActivityTests {
    @Test func anOwnerSeesWhatWasDoneToTheAccountAlone() async throws {
        try await withAuth { world in
            let (anna, ben) = (try await world.newUser("anna"), try await world.newAdmin("ben"))
            _ = try await world.admin.revokeUserSessions(
                RevokeUserSessionsRequest(user: .id(anna.id)), options: .bearer(ben.tokens))
            let tokens = try await world.signIn(as: "anna").tokens
            let entries = try await AuditServiceClient(world.auth.connection).listActivity(
                ListActivityRequest(), options: .bearer(tokens)
            ).entries
            #expect(
                entries.map(\.action) == ["session.opened", "sessions.revoked", "account.created"])
            #expect(entries.map(\.actor) == ["owner", "admin", "owner"])
            #expect(entries.allSatisfy { $0.hash.isEmpty && $0.userID == anna.id })
        }
    }
}
