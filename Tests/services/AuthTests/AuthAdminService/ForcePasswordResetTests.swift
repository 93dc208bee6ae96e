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
                ForcePasswordResetRequest(user: .id(signedUp.id))
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
                ForcePasswordResetRequest(user: .id(anna.id)))
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
