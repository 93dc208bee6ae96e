import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite struct ForcePasswordResetTests {
    @Test func allSessionsEndAndThePasswordIsNoGoodForSigningIn() async throws {
        try await withAuth { world in
            let signedUp = try await world.newUser("anna")
            let user = try await world.asOperator.forcePasswordReset(
                ForcePasswordResetRequest(userID: signedUp.id)
            ).user
            #expect(user?.mustResetPassword == true && user?.sessionCount == 0)
            #expect(await world.end(of: signedUp.tokens) == .sessionEnded)
            let error = await failure { try await world.signIn(as: "anna") }
            #expect(error?.reasons == [.passwordResetRequired])
        }
    }
}

@Suite struct ForcedPasswordTests {
    @Test func theSamePasswordIsNoReplacement() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            _ = try await world.asOperator.forcePasswordReset(
                ForcePasswordResetRequest(userID: anna.id))
            let flow = try await world.requestReset()
            let mail = try await world.newest(.resetPassword)
            for error in [
                await world.reset(flow, mail.code, to: "correct horse"),
                await world.reset(link: mail.linkToken, to: "correct horse"),
            ] {
                #expect(error?.code == .invalidArgument && error?.reasons == [.passwordUnchanged])
            }
            #expect(await world.reset(flow, mail.code, to: "battery staple") == nil)
            #expect(await world.signInError("battery staple") == nil)
        }
    }

    /// Who forgot it may well remember it.
    @Test func whoWasNotForcedMayKeepIt() async throws {
        try await withAuth { world in
            _ = try await world.newUser("anna")
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            #expect(await world.reset(flow, code, to: "correct horse") == nil)
        }
    }
}

@Suite(.onEachEngine) struct RevokeUserSessionsTests {
    @Test func allSessionsEndAndAnotherMayBeOpened() async throws {
        try await withAuth { world in
            let signedUp = try await world.newUser("anna")
            let other = try await world.newUser("ben")
            let user = try await world.asOperator.revokeUserSessions(
                RevokeUserSessionsRequest(userID: signedUp.id)
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

@Suite(.onEachEngine) struct ListUserSessionsTests {
    @Test func theyAreThoseOfTheAccountThatHaveNotEnded() async throws {
        try await withAuth { world in
            let signedUp = try await world.newUser("anna")
            world.clock.advance(.seconds(1))
            let second = try await world.signIn(as: "anna")
            let third = try await world.signIn(as: "anna")
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(third.tokens))
            _ = try await world.newUser("ben")
            let listed = try await world.asOperator.listUserSessions(
                ListUserSessionsRequest(userID: signedUp.id)
            ).sessions
            let expected = [second.session, signedUp.session].compactMap { $0?.sessionID }
            #expect(listed.map(\.sessionID) == expected)
            #expect(listed.allSatisfy { !$0.isCurrent })
            let error = await failure {
                try await world.asOperator.listUserSessions(ListUserSessionsRequest(userID: "x"))
            }
            #expect(error?.reasons == [.userNotFound])
        }
    }
}
