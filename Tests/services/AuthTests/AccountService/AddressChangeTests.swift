import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct AddressChangeTests {
    private static let password = "correct horse"
    private static let new = "anna@example.org"

    private func start(
        _ world: AuthServer, to email: String = new, password: String = password,
        _ tokens: Tokens?
    ) async throws -> StartAddressChangeResponse {
        try await world.auth.account.startAddressChange(
            StartAddressChangeRequest(password: password, newEmail: email),
            options: .bearer(tokens))
    }

    private func confirm(
        _ world: AuthServer, _ old: String?, _ new: String?, _ tokens: Tokens?
    ) async -> RPCError? {
        await failure {
            try await world.auth.account.confirmAddressChange(
                ConfirmAddressChangeRequest(oldCode: old ?? "", newCode: new ?? ""),
                options: .bearer(tokens))
        }
    }

    /// Changes the address of who has a verified one, with the codes of both mails.
    private func change(
        _ world: AuthServer, to email: String = new, password: String = password,
        _ tokens: Tokens?
    ) async throws {
        let response = try await start(world, to: email, password: password, tokens)
        #expect(response.needsOldCode)
        let old = try await world.newest(.changeAddressOld)
        let new = try await world.newest(.changeAddressNew)
        #expect(await confirm(world, old.code, new.code, tokens) == nil)
    }

    @Test func bothSidesProveIt() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let response = try await start(world, tokens)
            #expect(response.needsOldCode)
            #expect(response.expiresAtMs == world.clock.now() + 1_800_000)
            #expect(try await world.account(tokens).pendingEmail == Self.new)
            let old = try await world.newest(.changeAddressOld)
            let new = try await world.newest(.changeAddressNew)
            #expect(old.recipient == "anna@example.com" && new.recipient == Self.new)
            #expect(old.variables.contains(Self.new))
            for (first, second, fields) in [
                (new.code, old.code, ["old_code", "new_code"]),
                (old.code, old.code, ["new_code"]), (new.code, new.code, ["old_code"]),
            ] {
                let error = await confirm(world, first, second, tokens)
                #expect(error?.reasons.allSatisfy { $0 == .codeWrong } == true)
                #expect(error?.detail(ErrorInfo.self)?.violations.map(\.field) == fields)
            }
            #expect(await confirm(world, old.code, new.code, tokens) == nil)
            let account = try await world.account(tokens)
            #expect(account.email == Self.new && account.emailVerified)
            #expect(account.pendingEmail == "")
            #expect(try await world.mails(.addressArrived).map(\.recipient) == [Self.new])
            #expect(await world.signInError(email: Self.new) == nil)
            #expect(await world.signInError()?.reasons == [.wrongCredentials])
        }
    }

    @Test func anAddressChangeEndsOtherSessionsAndPendingCodes() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let other = try await world.signIn().tokens
            let flow = try await world.requestReset()
            let reset = try await world.newest(.resetPassword)
            try await change(world, tokens)
            #expect(await world.end(of: other) == .sessionEnded)
            #expect(await world.end(of: tokens) == nil)
            #expect(await world.reset(flow, reset.code)?.reasons == [.codeWrong])
            #expect(await world.reset(link: reset.linkToken)?.reasons == [.linkInvalid])
            let ended = try await world.auth.count("session", where: "endReason = 'addressChanged'")
            #expect(ended == 1)
        }
    }

    @Test func anAddressThatWasNotProvedGainsNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await start(world, to: "anna@exmaple.com", tokens)
            #expect(
                await world.signInError(email: "anna@exmaple.com")?.reasons == [.wrongCredentials])
            _ = try await world.requestReset("anna@exmaple.com")
            #expect(try await world.mails(.resetPassword).isEmpty)
            #expect(try await world.account(tokens).email == "anna@example.com")
            // Somebody else may still have it.
            let ben = SignUpRequest.anna(email: "anna@exmaple.com", name: "ben")
            #expect(await failure { try await world.client.signUp(ben) } == nil)
        }
    }

    /// Nobody ever proved to read it, so a stranger may: that gains no way into the account.
    @Test func anOldAddressThatWasNotProvedIsAskedForNothingAndToldNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna(email: "typo@example.com")).tokens
            let response = try await start(world, tokens)
            #expect(!response.needsOldCode)
            let code = try await world.newest(.changeAddressNew).code
            #expect(await confirm(world, nil, code, tokens) == nil)
            #expect(try await world.account(tokens).emailVerified)
            #expect(try await world.mails(.addressChanged).isEmpty)
            #expect(try await world.auth.count("reservedAddress") == 0)
        }
    }

    /// Otherwise a thief could begin the change before the owner verifies, and end it afterwards.
    @Test func whoVerifiesTheOldAddressMeanwhileIsAsked() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            _ = try await start(world, tokens)
            let code = try await world.newest(.changeAddressNew).code
            let verification = try await world.newest(.verifyAddress)
            #expect(await world.verify(verification.code, tokens) == nil)
            let error = await confirm(world, "12345678", code, tokens)
            #expect(error?.reasons == [.codeExpired, .codeExpired])
            #expect(try await start(world, tokens).needsOldCode)
        }
    }

    @Test func itNeedsThePassword() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let error = await failure { try await start(world, password: "wrong", tokens) }
            #expect(error?.code == .permissionDenied && error?.reasons == [.wrongCredentials])
            let same = await failure { try await start(world, to: "ANNA@example.com", tokens) }
            #expect(same?.reasons == [.fieldMalformed])
            let none = await failure { try await start(world, to: "anna", tokens) }
            #expect(none?.reasons == [.emailMalformed])
            #expect(try await world.mails(.changeAddressNew).isEmpty)
        }
    }

    @Test func fiveTriesEndTheChange() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await start(world, tokens)
            let old = try await world.newest(.changeAddressOld).code
            let new = try await world.newest(.changeAddressNew).code
            for _ in 0..<5 {
                let error = await confirm(world, old?.otherCode, new, tokens)
                #expect(error?.reasons == [.codeWrong])
            }
            let error = await confirm(world, old, new, tokens)
            #expect(error?.reasons == [.codeExpired, .codeExpired])
        }
    }

    @Test func aHundredParallelGuessesCountAsAHundred() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await start(world, tokens)
            let old = try #require(try await world.newest(.changeAddressOld).code)
            let new = try await world.newest(.changeAddressNew).code
            let errors = await withTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask { await confirm(world, old.otherCode, new, tokens) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0?.reasons == [.codeWrong] } == Challenge.tries)
            #expect(await confirm(world, old, new, tokens)?.code == .notFound)
        }
    }

    @Test func ofAHundredConfirmationsAtOnceOneSucceeds() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await start(world, tokens)
            let old = try await world.newest(.changeAddressOld).code
            let new = try await world.newest(.changeAddressNew).code
            let errors = await withTaskGroup { group in
                for _ in 0..<100 { group.addTask { await confirm(world, old, new, tokens) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(try await world.mails(.addressChanged).count == 1)
        }
    }

    @Test func aTakenAddressIsAnsweredAlikeAndItsOwnerIsTold() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            var form = SignUpRequest.anna(email: "Ben@example.com", name: "ben")
            form.locale = "de"
            _ = try await world.client.signUp(form)
            let free = try await start(world, to: "free@example.com", tokens)
            let taken = try await start(world, to: "ben@example.com", tokens)
            #expect(free == taken)
            #expect(try await world.mails(.changeAddressNew).count == 1)
            let notice = try await world.newest(.addressTaken)
            #expect(notice.recipient == "ben@example.com" && notice.locale == "de")
            let old = try await world.newest(.changeAddressOld).code
            let error = await confirm(world, old, "12345678", tokens)
            #expect(error?.reasons == [.codeWrong])
        }
    }

    @Test func ofTwoAccountsThatConfirmOneAddressAtOnceOneGetsIt() async throws {
        try await withAuth { world in
            var changes: [(code: String?, tokens: Tokens?)] = []
            for name in ["ben", "carl"] {
                let form = SignUpRequest.anna(email: "\(name)@example.com", name: name)
                let tokens = try await world.client.signUp(form).tokens
                _ = try await start(world, tokens)
                changes.append((try await world.newest(.changeAddressNew).code, tokens))
            }
            let errors = await withTaskGroup { group in
                for number in 0..<50 {
                    let (code, tokens) = changes[number % 2]
                    group.addTask { await confirm(world, nil, code, tokens) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            let owners = try await world.auth.count("account", where: "email = '\(Self.new)'")
            #expect(owners == 1)
        }
    }

    @Test func anAddressThatIsTakenMeanwhileIsNotGivenTwice() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await start(world, tokens)
            let old = try await world.newest(.changeAddressOld).code
            let new = try await world.newest(.changeAddressNew).code
            _ = try await world.client.signUp(.anna(email: Self.new, name: "ben"))
            #expect(await confirm(world, old, new, tokens)?.reasons == [.codeExpired])
            #expect(try await world.account(tokens).email == "anna@example.com")
        }
    }
}

@Suite struct AddressUndoTests {
    private func change(
        _ world: AuthServer, to email: String, password: String = "correct horse", _ tokens: Tokens?
    ) async throws {
        _ = try await world.auth.account.startAddressChange(
            StartAddressChangeRequest(password: password, newEmail: email),
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
            // The owner knows the new address, and another reader of the old mailbox must not learn it.
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
                    currentPassword: "correct horse", newPassword: "battery staple"),
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
                    password: "correct horse", newEmail: "anna@example.com"),
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
            #expect(try await world.account(tokens).email == "anna@example.com")
        }
    }
}
