import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct NoticesTests {
    /// What happens in the life of an account whose owner is told of it.
    private func live(_ world: AuthServer, _ tokens: Tokens?) async throws {
        let stolen = try await world.signIn().tokens?.refreshToken ?? ""
        var newest = stolen
        for _ in 0..<2 {
            let answer = try await world.client.refresh(RefreshRequest(refreshToken: newest))
            newest = answer.tokens?.refreshToken ?? ""
        }
        let reused = await failure {
            try await world.client.refresh(RefreshRequest(refreshToken: stolen))
        }
        #expect(reused?.reasons == [.refreshTokenReused])
        _ = try await world.auth.account.changePassword(
            ChangePasswordRequest(
                proof: .password("correct horse"), newPassword: "battery staple"),
            options: .bearer(tokens))
    }

    @Test func nobodyIsToldAtAnAddressThatIsNotProved() async throws {
        try await withAuth { world in
            try await live(world, try await world.client.signUp(.anna()).tokens)
            #expect(try await world.mails().map(\.kind) == [.verifyAddress])
        }
    }

    @Test func theOwnerOfAProvedAddressIsTold() async throws {
        try await withAuth { world in
            try await live(world, try await world.verifiedAnna())
            let kinds = try await world.mails().map(\.kind)
            #expect(kinds == [.verifyAddress, .newDevice, .sessionStolen, .passwordChanged])
        }
    }

    @Test func ofEachKindAnAccountGetsOnlySoMany() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.stop()
            try await world.start { $0.limits[.noticeAccount] = LimitPolicy(2, per: 86_400) }
            for _ in 0..<5 { _ = try await world.signIn() }
            #expect(try await world.mails(.newDevice).count == 2)
            // Filling the mailbox with those hides no other notice.
            _ = try await world.auth.account.changePassword(
                ChangePasswordRequest(
                    proof: .password("correct horse"), newPassword: "battery staple"),
                options: .bearer(tokens))
            #expect(try await world.mails(.passwordChanged).count == 1)
            world.clock.advance(.seconds(43_200))
            _ = try await world.client.signIn(
                SignInRequest(email: "anna@example.com", password: "battery staple"))
            #expect(try await world.mails(.newDevice).count == 3)
        }
    }

    /// Otherwise a thief who knows the password could use up the notices with attempts that change
    /// nothing.
    @Test func whatDidNotHappenTakesNoneOfThem() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.stop()
            try await world.start { $0.limits[.noticeAccount] = LimitPolicy(1, per: 86_400) }
            let auth = world.auth.runtime
            let account = try #require(
                try await auth.store.account(email: EmailAddress("anna@example.com")))
            let hash = try await auth.hasher.hash(Array("another".utf8), deadline: nil)
            let nobody = try auth.ids.next()
            for _ in 0..<3 {
                let error = await #expect(throws: RPCError.self) {
                    try await auth.store.changePassword(
                        of: account, to: hash, by: nobody,
                        notice: auth.notices.make(.passwordChanged, of: account),
                        at: auth.callers.sessionClock)
                }
                #expect(error?.reasons == [.sessionEnded])
            }
            _ = try await world.auth.account.changePassword(
                ChangePasswordRequest(
                    proof: .password("correct horse"), newPassword: "battery staple"),
                options: .bearer(tokens))
            #expect(try await world.mails(.passwordChanged).count == 1)
        }
    }

    /// Otherwise attempts that fail for want of space would use up the notices, and a later theft
    /// had none.
    @Test func whatCouldNotBeWrittenTakesNoneOfThem() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.stop()
            try await world.start { $0.limits[.noticeAccount] = LimitPolicy(1, per: 86_400) }
            let store = world.auth.store
            try await store.refuseInserts(into: "mail")
            for _ in 0..<3 { #expect(await world.signInError() != nil) }
            try await store.refuseNothing()
            _ = try await world.signIn()
            #expect(try await world.mails(.newDevice).count == 1)
        }
    }

    /// The code of the mail proved that somebody reads it.
    @Test func aResetTellsWhoeverGotItsMail() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            #expect(await world.reset(flow, try await world.newest(.resetPassword).code) == nil)
            #expect(try await world.mails(.passwordChanged).count == 1)
        }
    }
}
