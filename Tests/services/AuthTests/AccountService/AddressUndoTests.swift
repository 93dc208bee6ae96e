import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite struct AddressUndoTests {
    private func change(
        _ world: AuthServer, to email: String, password: String = "correct horse", _ tokens: Tokens?
    ) async throws {
        _ = try await world.auth.account.startAddressChange(
            StartAddressChangeRequest(proof: .password(password), newEmail: email),
            options: .bearer(tokens))
        _ = try await world.auth.account.confirmAddressChange(
            ConfirmAddressChangeRequest(
                oldCode: world.newest(.changeAddressOld).code ?? "",
                newCode: world.newest(.changeAddressNew).code ?? ""),
            options: .bearer(tokens))
    }

    @Test func theOldAddressIsToldAndCanUndoIt() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await change(world, to: "thief@example.org", tokens)
            let notice = try await world.newest(.addressChanged)
            #expect(notice.recipient == "anna@example.com")
            #expect(notice.variables.contains("thief@example.org"))
            world.clock.advance(.days(7) - .seconds(1))
            let link = try await world.auth.account.describeLink(
                DescribeLinkRequest(linkToken: notice.linkToken ?? ""))
            #expect(link.purpose == .undoAddressChange)
            let response = try await world.auth.account.followLink(
                FollowLinkRequest(linkToken: notice.linkToken ?? ""))
            #expect(response.purpose == .undoAddressChange)
            // The password that the thief knew is nobody's.
            #expect(await world.signInError()?.reasons == [.wrongCredentials])
            #expect(
                await world.signInError(email: "thief@example.org")?.reasons
                    == [.wrongCredentials])
            let reset = try await world.newest(.resetPassword)
            #expect(reset.recipient == "anna@example.com")
            #expect(await world.reset(response.flow, reset.code) == nil)
            #expect(await world.signInError("battery staple") == nil)
            #expect(await world.follow(notice.linkToken)?.reasons == [.linkInvalid])
        }
    }

    @Test func theAddressThatIsLeftIsTold() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await change(world, to: "anna@example.org", tokens)
            #expect(try await world.mails(.addressUndone).isEmpty)
            #expect(await world.follow(try await world.newest(.addressChanged).linkToken) == nil)
            let told = try await world.mails(.addressUndone)
            #expect(told.map(\.recipient) == ["anna@example.org"])
            // The owner knows the new address, and another reader of the old mailbox must not learn
            // it.
            #expect(told.allSatisfy { !$0.variables.contains("@") })
        }
    }

    /// Ids follow the clock; the order of the changes does not.
    @Test func anUndoEndsThoseThatCameLaterAlsoWhereTheClockWasSetBack() async throws {
        try await withAuth { world in
            try await change(world, to: "b@example.org", try await world.verifiedAnna())
            let first = try await world.newest(.addressChanged)
            try await world.stop()
            world.clock.set(by: .seconds(-3600))
            try await world.start()
            let later = try await world.client.signIn(
                SignInRequest(email: "b@example.org", password: "correct horse"))
            try await change(world, to: "c@example.org", later.tokens)
            let second = try await world.newest(.addressChanged)
            #expect(second.recipient == "b@example.org")
            #expect(await world.follow(first.linkToken) == nil)
            #expect(await world.follow(second.linkToken)?.reasons == [.linkInvalid])
            #expect(await world.signInError(email: "b@example.org") != nil)
        }
    }

    @Test func anUndoKillsWhatWasMailedToTheThief() async throws {
        try await withAuth { world in
            let thief = try await world.verifiedAnna()
            try await change(world, to: "thief@example.org", thief)
            let notice = try await world.newest(.addressChanged)
            let flow = try await world.requestReset("thief@example.org")
            let mail = try await world.newest(.resetPassword)
            #expect(mail.recipient == "thief@example.org")
            #expect(await world.follow(notice.linkToken) == nil)
            #expect(await world.reset(flow, mail.code)?.reasons == [.codeWrong])
            #expect(await world.reset(link: mail.linkToken)?.reasons == [.linkInvalid])
        }
    }

    @Test func ofFiftyWhoFollowTheLinkAtOnceOneUndoesIt() async throws {
        try await withAuth { world in
            try await change(world, to: "thief@example.org", try await world.verifiedAnna())
            let link = try await world.newest(.addressChanged).linkToken
            let errors = await withTaskGroup { group in
                for _ in 0..<50 { group.addTask { await world.follow(link) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.count { $0?.reasons == [.linkInvalid] } == 49)
            #expect(try await world.mails(.resetPassword).count == 1)
        }
    }

    /// The reader of the old mailbox is not always the owner: who leaves one may have a reason.
    @Test func aSecondFactorFromBeforeTheChangeStays() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            _ = try await world.auth.account.startAddressChange(
                StartAddressChangeRequest(
                    proof: .password("correct horse", app.recoveryCodes[0]),
                    newEmail: "anna@example.org"), options: .bearer(anna.tokens))
            _ = try await world.auth.account.confirmAddressChange(
                ConfirmAddressChangeRequest(
                    oldCode: world.newest(.changeAddressOld).code ?? "",
                    newCode: world.newest(.changeAddressNew).code ?? ""),
                options: .bearer(anna.tokens))
            world.clock.advance(.seconds(60))
            let notice = try await world.newest(.addressChanged)
            let response = try await world.auth.account.followLink(
                FollowLinkRequest(linkToken: notice.linkToken ?? ""))
            let reset = try await world.newest(.resetPassword).code
            #expect(await world.reset(response.flow, reset) == nil)
            var request = SignInRequest.anna
            request.password = "battery staple"
            let pending = try await world.halfSignIn(request)
            let code = ContinueSignInRequest.Step.recoveryCode(app.recoveryCodes[1])
            #expect(await world.refusal(pending.token, by: code) == nil)
        }
    }

    @Test func anUndoEndsTheThiefsSessions() async throws {
        try await withAuth { world in
            let thief = try await world.verifiedAnna()
            try await change(world, to: "thief@example.org", thief)
            let other = try await world.client.signIn(
                SignInRequest(email: "thief@example.org", password: "correct horse"))
            #expect(await world.follow(try await world.newest(.addressChanged).linkToken) == nil)
            #expect(await world.end(of: thief) == .sessionEnded)
            #expect(await world.end(of: other.tokens) == .sessionEnded)
        }
    }

    @Test func itWorksWhateverTheThiefChangesAfterwards() async throws {
        try await withAuth { world in
            let thief = try await world.verifiedAnna()
            try await change(world, to: "b@example.org", thief)
            let first = try await world.newest(.addressChanged)
            _ = try await world.auth.account.changePassword(
                ChangePasswordRequest(
                    proof: .password("correct horse"), newPassword: "battery staple"),
                options: .bearer(thief))
            try await change(world, to: "c@example.org", password: "battery staple", thief)
            // The thief goes back once: that must not close the owner's way.
            let second = try await world.newest(.addressChanged)
            #expect(second.recipient == "b@example.org")
            #expect(await world.follow(second.linkToken) == nil)
            #expect(await world.follow(first.linkToken) == nil)
            let reset = try await world.newest(.resetPassword)
            #expect(reset.recipient == "anna@example.com")
            #expect(await world.reset(link: reset.linkToken) == nil)
            #expect(await world.signInError("battery staple") == nil)
        }
    }

    @Test func theOwnersUndoClosesThoseOfLaterAddresses() async throws {
        try await withAuth { world in
            let thief = try await world.verifiedAnna()
            try await change(world, to: "b@example.org", thief)
            let first = try await world.newest(.addressChanged)
            try await change(world, to: "c@example.org", thief)
            let second = try await world.newest(.addressChanged)
            #expect(await world.follow(first.linkToken) == nil)
            #expect(await world.follow(second.linkToken)?.reasons == [.linkInvalid])
        }
    }

    @Test func theOldAddressIsNobodysForSevenDays() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await change(world, to: "anna@example.org", tokens)
            let form = SignUpRequest.anna(email: "ANNA@example.com", name: "ben")
            let taken = await failure { try await world.client.signUp(form) }
            #expect(taken?.reasons == [.emailTaken])
            // The name is released behind that answer.
            try await world.auth.settle()
            let ben = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            _ = try await world.auth.account.startAddressChange(
                StartAddressChangeRequest(
                    proof: .password("correct horse"), newEmail: "anna@example.com"),
                options: .bearer(ben.tokens))
            #expect(try await world.newest(.addressTaken).recipient == "anna@example.com")
            world.clock.advance(.days(7))
            let link = try await world.newest(.addressChanged).linkToken
            #expect(await world.follow(link)?.reasons == [.linkInvalid])
            let late = SignUpRequest.anna(email: "anna@example.com", name: "carl")
            #expect(await failure { try await world.client.signUp(late) } == nil)
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 3)
        }
    }

    @Test func whoGoesBackByHimselfNeedsNoUndo() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await change(world, to: "anna@example.org", tokens)
            try await change(world, to: "anna@example.com", tokens)
            #expect(try await world.account(tokens).primaryAddress?.email == "anna@example.com")
        }
    }
}
