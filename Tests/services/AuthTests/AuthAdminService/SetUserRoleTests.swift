import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SetUserRoleTests {
    @Test func theOperatorMakesTheFirstAdministratorWhoMakesAnother() async throws {
        try await withAuth { world in
            let anna = try await world.newAdmin("anna")
            let ben = try await world.newUser("ben")
            let request = SetUserRoleRequest(user: .id(ben.id), role: .admin)
            let user = try await world.admin.setUserRole(request, options: .bearer(anna.tokens))
                .user
            #expect(user?.role == .admin)
            // A user who is promoted stays signed in.
            #expect(await world.end(of: ben.tokens) == nil)
        }
    }

    @Test func whoLosesTheRoleIsSignedOutSoThatNoTokenSaysOtherwise() async throws {
        try await withAuth { world in
            let anna = try await world.newAdmin("anna")
            let ben = try await world.newAdmin("ben")
            _ = try await world.admin.setUserRole(
                SetUserRoleRequest(user: .id(ben.id), role: .user), options: .bearer(anna.tokens))
            #expect(await world.end(of: ben.tokens) == .sessionEnded)
            #expect(try await world.caller(world.signIn(as: "ben").tokens)?.isAdmin == false)
            // Who had no role to lose stays signed in.
            let carl = try await world.newUser("carl")
            _ = try await world.asOperator.setUserRole(
                SetUserRoleRequest(user: .id(carl.id), role: .user))
            #expect(await world.end(of: carl.tokens) == nil)
        }
    }

    @Test func theLastAdministratorIsNotLostByAnAdministrator() async throws {
        try await withAuth { world in
            let anna = try await world.newAdmin("anna")
            let ben = try await world.newAdmin("ben")
            let options = try CallOptions.bearer(anna.tokens)
            let request = SetUserRoleRequest(user: .id(anna.id), role: .user)
            // One who is disabled is none.
            _ = try await world.admin.disableUser(
                DisableUserRequest(user: .id(ben.id)), options: options)
            let error = await failure {
                try await world.admin.setUserRole(request, options: options)
            }
            #expect(error?.code == .failedPrecondition && error?.reasons == [.lastAdmin])
            #expect(try await world.user(anna.id)?.role == .admin)
            _ = try await world.asOperator.setUserRole(request)
            #expect(try await world.user(anna.id)?.role == .user)
        }
    }

    @Test func twoWhoTakeEachOthersRoleAtOnceLeaveOne() async throws {
        try await withAuth { world in
            let anna = try await world.newAdmin("anna")
            let ben = try await world.newAdmin("ben")
            async let first = failure {
                try await world.admin.setUserRole(
                    SetUserRoleRequest(user: .id(ben.id), role: .user),
                    options: .bearer(anna.tokens))
            }
            async let second = failure {
                try await world.admin.setUserRole(
                    SetUserRoleRequest(user: .id(anna.id), role: .user),
                    options: .bearer(ben.tokens))
            }
            _ = await (first, second)
            #expect(try await world.auth.count("account", where: "role = 'admin'") == 1)
        }
    }

    @Test func oneWhoMustReplaceThePasswordIsNoAdministratorWhoIsLeft() async throws {
        try await withAuth { world in
            let anna = try await world.newAdmin("anna")
            let ben = try await world.newAdmin("ben")
            let options = try CallOptions.bearer(anna.tokens)
            _ = try await world.admin.forcePasswordReset(
                ForcePasswordResetRequest(user: .id(ben.id)), options: options)
            let role = await failure {
                try await world.admin.setUserRole(
                    SetUserRoleRequest(user: .id(anna.id), role: .user), options: options)
            }
            #expect(role?.reasons == [.lastAdmin])
            let reset = await failure {
                try await world.admin.forcePasswordReset(
                    ForcePasswordResetRequest(user: .id(anna.id)), options: options)
            }
            #expect(reset?.code == .failedPrecondition && reset?.reasons == [.lastAdmin])
            #expect(await world.end(of: anna.tokens) == nil)
            _ = try await world.asOperator.forcePasswordReset(
                ForcePasswordResetRequest(user: .id(anna.id)))
        }
    }

    /// Anybody can sign up with the address of whom the operator means.
    @Test func anAddressThatNobodyHasProvedMakesNoAdministrator() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            let code = try await world.newest(.verifyAddress).code
            let byAddress = SetUserRoleRequest(
                user: .email("ANNA@example.com"), role: .admin)
            let error = await failure { try await world.asOperator.setUserRole(byAddress) }
            #expect(error?.code == .failedPrecondition && error?.reasons == [.emailNotVerified])
            #expect(try await world.user(anna.id)?.role == .user)
            #expect(await world.verify(code, anna.tokens) == nil)
            #expect(try await world.asOperator.setUserRole(byAddress).user?.role == .admin)
        }
    }

    @Test func anAddressThatNoAccountHasNamesNobody() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            _ = try await world.newUser("ben")
            for email in ["nobody@example.com", "anna", ""] {
                let error = await failure {
                    try await world.asOperator.setUserRole(
                        SetUserRoleRequest(user: .email(email), role: .user))
                }
                #expect(error?.code == .notFound && error?.reasons == [.userNotFound])
            }
            let id = SetUserRoleRequest(user: .id(anna.id), role: .admin)
            #expect(try await world.asOperator.setUserRole(id).user?.role == .admin)
        }
    }

    @Test func aRoleMustBeSaid() async throws {
        try await withAuth { world in
            let id = try await world.newUser("anna").id
            for role in [Role.unspecified, .unrecognized(9)] {
                let error = await failure {
                    try await world.asOperator.setUserRole(
                        SetUserRoleRequest(user: .id(id), role: role))
                }
                #expect(error?.reasons == [.fieldMissing])
            }
        }
    }
}
