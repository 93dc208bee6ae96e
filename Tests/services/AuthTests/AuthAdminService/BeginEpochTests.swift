import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct BeginEpochTests {
    @Test func everybodyHasToSignInAgain() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna").tokens
            let admin = try await world.newAdmin("ben")
            let response = try await world.admin.beginEpoch(
                BeginEpochRequest(), options: .bearer(admin.tokens))
            #expect(response.endedSessionCount == 2)
            for tokens in [anna, admin.tokens] {
                #expect(await world.end(of: tokens) == .sessionEnded)
                let error = await failure { try await world.sessions(tokens) }
                #expect(error?.code == .unauthenticated)
            }
            _ = try await world.signIn(as: "anna")
        }
    }

    @Test func afterALeakAnotherKeySignsAndPasswordsMustBeReplacedWhereAResetCanBeMailed()
        async throws
    {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            let ben = try await world.newUser("ben")
            try await world.auth.store.run("DELETE FROM address WHERE email LIKE 'ben%'")
            let keys = try await world.asOperator.listSigningKeys(.init()).keys.map(\.keyID)
            let response = try await world.asOperator.beginEpoch(.init(hasLeaked: true))
            #expect(response.endedSessionCount == 2)
            #expect(response.resetPasswordCount == 1 && response.keptPasswordCount == 1)
            for tokens in [anna.tokens, ben.tokens] {
                #expect(await world.end(of: tokens) == .sessionEnded)
            }
            let others = try await world.asOperator.listSigningKeys(.init()).keys.map(\.keyID)
            #expect(Set(keys).isDisjoint(with: others))
            let error = await failure { try await world.signIn(as: "anna") }
            #expect(error?.reasons == [.passwordResetRequired])
            let again = try await world.asOperator.beginEpoch(.init(hasLeaked: true))
            #expect(again.resetPasswordCount == 0 && again.keptPasswordCount == 1)
            #expect(try await world.auditEntries().first?.after.contains("0 passwords") == true)
        }
    }
}
