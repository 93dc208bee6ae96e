import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

/// What administrators see of an account that its owner cannot sign in to.
@Suite(.onEachEngine) struct RefusedSignInTests {
    private func tryToSignIn(
        _ world: AuthServer, _ password: String = "wrong horse", from address: String
    ) async {
        _ = await failure {
            try await world.auth.runtime.handler.signIn(
                SignInRequest(email: "anna@example.com", password: password),
                context: CallContext(method: "", peer: PeerIdentity(address: address)))
        }
    }

    @Test func whyAndFromWhereIsShownTheNewestFirst() async throws {
        try await withBans { world in
            let anna = try await world.newUser("anna")
            let id = UserKey.id(anna.id)
            #expect(try await world.user(anna.id)?.obstacles.map(\.kind) == [.unverified])
            await tryToSignIn(world, from: "203.0.113.7:1")
            world.clock.advance(.seconds(1))
            _ = try await world.asOperator.disableUser(DisableUserRequest(user: id))
            await tryToSignIn(world, "correct horse", from: "198.51.100.7:1")
            _ = try await world.asOperator.enableUser(EnableUserRequest(user: id))
            _ = try await world.asOperator.forcePasswordReset(ForcePasswordResetRequest(user: id))
            await tryToSignIn(world, "correct horse", from: "198.51.100.8:1")
            await tryToSignIn(world, from: "203.0.113.7:1")
            await tryToSignIn(world, from: "203.0.113.7:1")
            await tryToSignIn(world, from: "[2001:db8::1]:1")
            await tryToSignIn(world, "correct horse", from: "[2001:db8::1]:1")
            let user = try await world.user(anna.id)
            #expect(
                user?.refusedSignIns.map(\.reason)
                    == [
                        .locked, .wrongPassword, .wrongPassword, .wrongPassword, .passwordReset,
                        .disabled, .wrongPassword,
                    ])
            #expect(user?.refusedSignIns.first?.addressPrefix == "2001:db8::/48")
            #expect(user?.refusedSignIns.last?.addressPrefix == "203.0.113.0/24")
            #expect(user?.refusedSignIns.last?.atMs == world.clock.now() - 1000)
            #expect(
                user?.obstacles.map(\.kind) == [.limit, .passwordReset, .unverified])
            #expect(user?.obstacles.first?.limit == "account")
            #expect(user?.obstacles.first?.endsAtMs ?? 0 > world.clock.now())
            // The list has no room for it.
            let listed = try await world.asOperator.listUsers(ListUsersRequest()).users
            #expect(listed.allSatisfy { $0.refusedSignIns.isEmpty && $0.obstacles.isEmpty })
        }
    }

    @Test func tenAreKeptOfAnAccountAndNoneOfAnUnknownOne() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            for _ in 0..<14 {
                world.clock.advance(.seconds(1))
                await tryToSignIn(world, from: "203.0.113.7:1")
            }
            await world.failToSignIn("nobody@example.com", times: 3)
            let tries = try await world.user(anna.id)?.refusedSignIns ?? []
            #expect(tries.count == 10 && tries.first?.atMs == world.clock.now())
            #expect(try await world.auth.count("refusedSignIn") == 10)
            _ = try await world.asOperator.deleteUser(DeleteUserRequest(user: .id(anna.id)))
            #expect(try await world.auth.count("refusedSignIn") == 0)
        }
    }

    @Test func aKnownDeviceAndAWrongSecondFactorAreShownAndAPasswordInASessionIsNot()
        async throws
    {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            let request = SignInRequest(
                email: "anna@example.com", password: "wrong", deviceToken: anna.deviceToken)
            _ = await failure { try await world.client.signIn(request) }
            let pending = try await world.halfSignIn()
            _ = await world.refusal(
                pending.token, by: .totpCode(try app.wrongCode(at: world.clock)))
            _ = await failure {
                try await world.auth.account.changePassword(
                    ChangePasswordRequest(
                        proof: .password("wrong horse"), newPassword: "battery staple"),
                    options: .bearer(anna.tokens))
            }
            let user = try await world.user(anna.id)
            #expect(user?.refusedSignIns.map(\.reason) == [.wrongFactor, .wrongPassword])
            #expect(user?.obstacles.map(\.kind) == [.secondFactor])
        }
    }

    @Test func ofADeletedAccountTheAnswerSaysSo() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            _ = try await world.asOperator.deleteUser(DeleteUserRequest(user: .id(anna.id)))
            let error = await failure { try await world.user(anna.id) }
            #expect(error?.reasons == [.userNotFound])
            #expect(error?.message.contains("was deleted") == true)
        }
    }
}
