import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ListUserSessionsTests {
    @Test func theyAreThoseOfTheAccountThatHaveNotEnded() async throws {
        try await withAuth { world in
            let signedUp = try await world.newUser("anna")
            world.clock.advance(.seconds(1))
            let second = try await world.signIn(as: "anna")
            let third = try await world.signIn(as: "anna")
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(third.tokens))
            _ = try await world.newUser("ben")
            let listed = try await world.asOperator.listUserSessions(
                ListUserSessionsRequest(user: .id(signedUp.id))
            ).sessions
            let expected = [second.session, signedUp.session].compactMap { $0?.sessionID }
            #expect(listed.map(\.sessionID) == expected)
            #expect(listed.allSatisfy { !$0.isCurrent })
            let error = await failure {
                try await world.asOperator.listUserSessions(
                    ListUserSessionsRequest(user: .name("carl")))
            }
            #expect(error?.reasons == [.userNotFound])
        }
    }
}
