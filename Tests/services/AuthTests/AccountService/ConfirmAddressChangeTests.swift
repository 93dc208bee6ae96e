import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ConfirmAddressChangeTests: ChangesAddresses {
    @Test func bothSidesProveIt() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let response = try await start(world, tokens)
            #expect(response.needsOldCode)
            #expect(response.expiresAtMs == world.clock.now() + 1_800_000)
            let pending = try await world.account(tokens).pendingAddresses
            #expect(pending == [PendingAddress(email: Self.new, replacesPrimary: true)])
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
            #expect(
                account.primaryAddress?.email == Self.new
                    && account.primaryAddress?.isVerified == true)
            #expect(account.pendingAddresses.isEmpty)
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

    /// Nobody ever proved to read it, so a stranger may: that gains no way into the account.
    @Test func anOldAddressThatWasNotProvedIsAskedForNothingAndToldNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna(email: "typo@example.com")).tokens
            let response = try await start(world, tokens)
            #expect(!response.needsOldCode)
            let code = try await world.newest(.changeAddressNew).code
            #expect(await confirm(world, nil, code, tokens) == nil)
            #expect(try await world.account(tokens).primaryAddress?.isVerified == true)
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

    @Test func theAddressesThatStayAreToldAndTheNewOneIsNone() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("other@example.org", tokens)
            let own = await failure { try await start(world, to: "other@example.org", tokens) }
            #expect(own?.reasons == [.fieldMalformed])
            try await change(world, tokens)
            #expect(
                try await world.recipients(of: .addressArrived) == [Self.new, "other@example.org"])
            #expect(try await world.addresses(tokens) == [Self.new, "other@example.org"])
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
            let owners = try await world.auth.count("address", where: "email = '\(Self.new)'")
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
            #expect(try await world.account(tokens).primaryAddress?.email == "anna@example.com")
        }
    }
}
