import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct DisableUserTests {
    @Test func allSessionsEndAtOnceAndNobodySignsIn() async throws {
        try await withAuth { world in
            let first = try await world.newUser("anna")
            let second = try await world.signIn(as: "anna")
            let other = try await world.newUser("ben")
            let user = try await world.asOperator.disableUser(
                DisableUserRequest(user: .id(first.id))
            )
            .user
            #expect(user?.isDisabled == true && user?.disableEndsAtMs == 0)
            #expect(user?.sessionCount == 0)
            for tokens in [first.tokens, second.tokens] {
                #expect(await world.end(of: tokens) == .sessionEnded)
                // Nor is the access token good for anything any more.
                let error = await failure { try await world.sessions(tokens) }
                #expect(error?.reasons == [.sessionEnded])
            }
            #expect(await world.end(of: other.tokens) == nil)
            #expect(try await world.auth.count("session", where: "endReason = 'disabled'") == 2)
            // Who verifies tokens elsewhere is told of each.
            #expect(try await world.auth.count("revocation") == 2)
            let error = await failure { try await world.signIn(as: "anna") }
            #expect(error?.reasons == [.wrongCredentials])
        }
    }

    @Test func itIsOverWhenTheTimeHasComeAndBringsNoSessionBack() async throws {
        try await withAuth { world in
            let signedUp = try await world.newUser("anna")
            let until = world.clock.now() + 60_000
            let user = try await world.asOperator.disableUser(
                DisableUserRequest(user: .id(signedUp.id), endsAtMs: until)
            ).user
            #expect(user?.isDisabled == true && user?.disableEndsAtMs == until)
            world.clock.advance(.seconds(59))
            #expect(await failure { try await world.signIn(as: "anna") } != nil)
            world.clock.advance(.seconds(1))
            _ = try await world.signIn(as: "anna")
            #expect(await world.end(of: signedUp.tokens) == .sessionEnded)
            let after = try await world.user(signedUp.id)
            #expect(after?.isDisabled == false && after?.disableEndsAtMs == 0)
        }
    }

    @Test func aTimeThatHasPassedIsRefusedAndLiftsNoBan() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            let ben = try await world.newUser("ben")
            _ = try await world.asOperator.disableUser(DisableUserRequest(user: .id(ben.id)))
            for user in [anna, ben] {
                for past in [world.clock.now(), world.clock.now() - 1, 1, -1, .min] {
                    let request = DisableUserRequest(user: .id(user.id), endsAtMs: past)
                    let error = await failure { try await world.asOperator.disableUser(request) }
                    #expect(error?.code == .invalidArgument)
                    #expect(error?.reasons == [.fieldMalformed])
                }
            }
            #expect(await world.end(of: anna.tokens) == nil)
            #expect(try await world.user(ben.id)?.isDisabled == true)
            let request = DisableUserRequest(user: .id(anna.id), endsAtMs: world.clock.now() + 1)
            #expect(try await world.asOperator.disableUser(request).user?.isDisabled == true)
        }
    }

    @Test func anAdministratorDoesNotDisableTheLastOne() async throws {
        try await withAuth { world in
            let admin = try await world.newAdmin("anna")
            let request = DisableUserRequest(user: .id(admin.id))
            let options = try CallOptions.bearer(admin.tokens)
            let error = await failure {
                try await world.admin.disableUser(request, options: options)
            }
            #expect(error?.code == .failedPrecondition && error?.reasons == [.lastAdmin])
            #expect(await world.end(of: admin.tokens) == nil)
            _ = try await world.asOperator.disableUser(request)
        }
    }

    @Test func anUnknownAccountIsNotFound() async throws {
        try await withAuth { world in
            let id = "01890a5d-ac96-774b-bcce-b302099a8057"
            let error = await failure {
                try await world.asOperator.disableUser(DisableUserRequest(user: .id(id)))
            }
            #expect(error?.reasons == [.userNotFound])
        }
    }
}
