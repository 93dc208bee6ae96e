import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct MakeAddressPrimaryTests {
    @Test func anotherAddressBecomesPrimaryAndAllAreTold() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("a@example.org", tokens)
            try await world.add("b@example.org", tokens)
            let other = try await world.signIn().tokens
            let flow = try await world.requestReset()
            let reset = try await world.newest(.resetPassword).code
            let account = try await world.makePrimary("A@example.org", tokens)
            #expect(
                account?.addresses.map(\.email)
                    == ["a@example.org", "anna@example.com", "b@example.org"])
            #expect(account?.primaryAddress?.email == "a@example.org")
            #expect(
                try await world.recipients(of: .addressArrived)
                    == ["a@example.org", "anna@example.com", "b@example.org"])
            let told = try await world.mails(.addressArrived)
            #expect(told.allSatisfy { $0.variables.contains("a@example.org") })
            #expect(await world.end(of: other) == .sessionEnded)
            #expect(await world.end(of: tokens) == nil)
            #expect(await world.reset(flow, reset)?.reasons == [.codeWrong])
            #expect(await world.signInError(email: "anna@example.com") == nil)
        }
    }

    @Test func theFormerOneCanUndoItForSevenDaysAlsoOnceItIsRemoved() async throws {
        try await withAuth { world in
            let thief = try await world.verifiedAnna()
            try await world.add("thief@example.org", thief)
            try await world.makePrimary("thief@example.org", thief)
            let undo = try await world.newest(.addressChanged)
            #expect(undo.recipient == "anna@example.com")
            #expect(undo.variables.contains("thief@example.org"))
            try await world.remove("anna@example.com", thief)
            #expect(try await world.mails(.addressChanged).count == 1)
            world.clock.advance(.days(7) - .seconds(1))
            let taken = SignUpRequest.anna(email: "anna@example.com", name: "ben")
            #expect(
                await failure { try await world.client.signUp(taken) }?.reasons == [.emailTaken])
            #expect(await world.follow(undo.linkToken) == nil)
            #expect(await world.end(of: thief) != nil)
            let reset = try await world.newest(.resetPassword)
            #expect(reset.recipient == "anna@example.com")
            #expect(await world.reset(link: reset.linkToken) == nil)
            let owner = try await world.client.signIn(
                SignInRequest(email: "anna@example.com", password: "battery staple"))
            #expect(try await world.addresses(owner.tokens) == ["anna@example.com"])
        }
    }

    /// By a link of its own, which is valid for longer than the owner's, the thief's address would
    /// have the account in the end.
    @Test func whatTheOwnerTakesBackGivesTheThiefNoLink() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("thief@example.org", tokens)
            try await world.makePrimary("thief@example.org", tokens)
            let owner = try await world.signIn().tokens
            try await world.makePrimary("anna@example.com", owner)
            try await world.remove("thief@example.org", owner)
            #expect(try await world.recipients(of: .addressChanged) == ["anna@example.com"])
            // Every other one can undo its loss, also that of an address which had one before.
            try await world.add("b@example.org", owner)
            try await world.makePrimary("b@example.org", owner)
            try await world.makePrimary("anna@example.com", owner)
            world.clock.advance(.days(8))
            let late = try await world.signIn().tokens
            try await world.makePrimary("b@example.org", late)
            try await world.makePrimary("anna@example.com", late)
            #expect(
                try await world.mails(.addressChanged).map(\.recipient)
                    == Array(repeating: "anna@example.com", count: 3))
        }
    }

    @Test func eachChoiceCountsAsAMailOfTheAccount() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("a@example.org", tokens)
            try await world.stop()
            try await world.start { $0.limits[.mailAccount] = LimitPolicy(2, per: 3600) }
            world.clock.advance(.seconds(1))
            for email in ["a@example.org", "A@example.org", "anna@example.com"] {
                try await world.makePrimary(email, tokens)
            }
            let error = await failure { try await world.makePrimary("a@example.org", tokens) }
            #expect(error?.code == .resourceExhausted && error?.reasons == [.tooManyAttempts])
            #expect(try await world.addresses(tokens).first == "anna@example.com")
        }
    }

    @Test func thePrimaryOneStaysSoAndNothingHappens() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let other = try await world.signIn().tokens
            let account = try await world.makePrimary("ANNA@example.com", tokens)
            #expect(account?.addresses.count == 1)
            #expect(await world.end(of: other) == nil)
            #expect(try await world.mails(.addressArrived).isEmpty)
        }
    }

    @Test func whatTheAccountDoesNotHaveIsNotFound() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await world.newUser("ben")
            _ = try await world.startAdding("pending@example.org", tokens)
            for email in ["", "garbage", "pending@example.org", "ben@example.com"] {
                let error = await failure { try await world.makePrimary(email, tokens) }
                #expect(error?.code == .notFound && error?.reasons == [.addressNotFound])
                #expect(error?.detail(ErrorInfo.self)?.violations.map(\.field) == ["email"])
            }
        }
    }

    @Test func ofTwoWhoChooseAtOnceOneSessionStays() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("a@example.org", tokens)
            try await world.add("b@example.org", tokens)
            let other = try await world.signIn().tokens
            await withTaskGroup { group in
                for (email, tokens) in [("a@example.org", tokens), ("b@example.org", other)] {
                    group.addTask {
                        _ = await failure { try await world.makePrimary(email, tokens) }
                    }
                }
            }
            #expect(try await world.auth.count("address", where: "isPrimary = TRUE") == 1)
            #expect(try await world.auth.count("session", where: "endedAtMs IS NULL") == 1)
        }
    }
}
