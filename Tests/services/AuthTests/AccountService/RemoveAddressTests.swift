import RollcallAPI
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct RemoveAddressTests {
    /// Anna, with two verified addresses.
    private func anna(_ world: AuthServer) async throws -> Tokens? {
        let tokens = try await world.verifiedAnna()
        try await world.add("a@example.org", tokens)
        return tokens
    }

    private func reasons(
        _ email: String, _ tokens: Tokens?, _ world: AuthServer
    ) async -> [Reason]? {
        await failure { try await world.remove(email, tokens) }?.reasons
    }

    @Test func aRemovedAddressIsNoneOfTheAccountsAndTheOthersAreTold() async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            try await world.add("b@example.org", tokens)
            let other = try await world.signIn().tokens
            let account = try await world.remove("A@example.org", tokens)
            #expect(account?.addresses.map(\.email) == ["anna@example.com", "b@example.org"])
            #expect(
                try await world.recipients(of: .addressRemoved)
                    == ["a@example.org", "anna@example.com", "b@example.org"])
            let told = try await world.mails(.addressRemoved)
            #expect(told.allSatisfy { $0.variables.contains("a@example.org") })
            let error = await world.signInError(email: "a@example.org")
            #expect(error?.reasons == [.wrongCredentials])
            #expect(await world.end(of: other) == nil)
        }
    }

    @Test func aCodeThatWasMailedThereOpensNothing() async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            let flow = try await world.requestReset("a@example.org")
            let mail = try await world.newest(.resetPassword)
            #expect(mail.recipient == "a@example.org")
            try await world.remove("a@example.org", tokens)
            #expect(await world.reset(flow, mail.code)?.reasons == [.codeWrong])
            #expect(await world.reset(link: mail.linkToken)?.reasons == [.linkInvalid])
        }
    }

    /// A thief who had once added it would otherwise take the account from its owner, who has no
    /// link.
    @Test func anAddressThatWasNotPrimaryCannotComeBackByALink() async throws {
        try await withAuth { world in
            let owner = try await world.verifiedAnna()
            try await world.add("thief@example.org", owner)
            try await world.remove("thief@example.org", owner)
            #expect(try await world.mails(.addressChanged).isEmpty)
            #expect(try await world.auth.count("challenge", where: "purpose = 'undoAddress'") == 0)
            #expect(try await world.auth.count("reservedAddress") == 0)
            let ben = SignUpRequest.anna(email: "thief@example.org", name: "ben")
            #expect(await failure { try await world.client.signUp(ben) } == nil)
        }
    }

    @Test func itCanBeUndoneForSevenDaysInWhichNobodyHasTheAddress() async throws {
        try await withAuth { world in
            let thief = try await anna(world)
            try await world.add("thief@example.org", thief)
            try await world.makePrimary("thief@example.org", thief)
            try await world.remove("anna@example.com", thief)
            let undo = try await world.newest(.addressChanged)
            #expect(undo.recipient == "anna@example.com")
            world.clock.advance(.days(7) - .seconds(1))
            let taken = await failure {
                try await world.client.signUp(.anna(email: "anna@example.com", name: "ben"))
            }
            #expect(taken?.reasons == [.emailTaken])
            let link = try await world.auth.account.describeLink(
                DescribeLinkRequest(linkToken: undo.linkToken ?? ""))
            #expect(link.purpose == .undoAddressChange)
            let answer = try await world.auth.account.followLink(
                FollowLinkRequest(linkToken: undo.linkToken ?? ""))
            #expect(
                try await world.recipients(of: .addressUndone)
                    == ["a@example.org", "thief@example.org"])
            #expect(await world.end(of: thief) != nil)
            let code = try await world.newest(.resetPassword).code
            #expect(await world.reset(answer.flow, code) == nil)
            let owner = try await world.client.signIn(
                SignInRequest(email: "anna@example.com", password: "battery staple"))
            #expect(try await world.addresses(owner.tokens) == ["anna@example.com"])
        }
    }

    @Test func afterSevenDaysTheAddressIsFree() async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            try await world.makePrimary("a@example.org", tokens)
            try await world.remove("anna@example.com", tokens)
            let undo = try await world.newest(.addressChanged)
            world.clock.advance(.days(7))
            #expect(await world.follow(undo.linkToken)?.reasons == [.linkInvalid])
            let ben = SignUpRequest.anna(email: "anna@example.com", name: "ben")
            #expect(await failure { try await world.client.signUp(ben) } == nil)
        }
    }

    @Test func whatCannotBeRemovedIsRefusedAndStays() async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            _ = try await world.newUser("ben")
            #expect(await reasons("anna@example.com", tokens, world) == [.addressIsPrimary])
            for email in ["", "garbage", "ben@example.com"] {
                #expect(await reasons(email, tokens, world) == [.addressNotFound])
            }
            #expect(try await world.addresses(tokens) == ["anna@example.com", "a@example.org"])
            #expect(try await world.mails(.addressChanged).isEmpty)
            #expect(try await world.auth.count("reservedAddress") == 0)
        }
    }

    @Test func theLastAddressGoesOnlyWithAPasswordAndADisplayName() async throws {
        try await withAuth { world in
            let signUp = try await world.newUser("anna")
            #expect(
                await world.verify(try await world.newest(.verifyAddress).code, signUp.tokens)
                    == nil)
            try await world.auth.settle()
            try await world.removePassword(of: signUp.id)
            #expect(
                await reasons("anna@example.com", signUp.tokens, world) == [.lastCredential])
            let flow = try await world.requestReset()
            #expect(await world.reset(flow, try await world.newest(.resetPassword).code) == nil)
            let byName = SignInRequest(password: "battery staple", displayName: "anna")
            let tokens = try await world.client.signIn(byName).tokens
            let account = try await world.remove("anna@example.com", tokens)
            #expect(account?.addresses.isEmpty == true)
            #expect(await failure { try await world.client.signIn(byName) } == nil)
            // Its reader alone can take that back.
            #expect(await world.follow(try await world.newest(.addressChanged).linkToken) == nil)
        }
    }

    @Test func theLastAddressOfANamelessAccountStays() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna(name: "")).tokens
            try await world.auth.settle()
            #expect(await reasons("anna@example.com", tokens, world) == [.lastCredential])
            #expect(await world.signInError() == nil)
        }
    }

    @Test func whoeverIsVouchedForNeedsNoAddress() async throws {
        try await withAuth { world in
            let user = try await world.newUser("anna")
            try await world.removePassword(of: user.id)
            let id = try await world.stored(user.id).id
            try await world.auth.store.run(
                Command(
                    """
                    INSERT INTO credential (accountID, kind, issuer, subject, createdAtMs)
                    VALUES ($1, 'identity', 'https://id.example', 'anna', 1)
                    """), id)
            let account = try await world.remove("anna@example.com", user.tokens)
            #expect(account?.addresses.isEmpty == true)
            // Nobody had proved it: nothing is mailed, and nothing kept.
            #expect(try await world.mails(.addressChanged).isEmpty)
            #expect(try await world.auth.count("reservedAddress") == 0)
        }
    }

    @Test func whileProfileDoesNotAnswerTheLastAddressStays() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.auth.settle()
            world.profile.setFault { _, _ in throw RPCError(.unavailable, "gone") }
            let error = await failure { try await world.remove("anna@example.com", tokens) }
            #expect(error?.code == .unavailable)
            world.profile.setFault(nil)
            #expect(try await world.addresses(tokens) == ["anna@example.com"])
        }
    }

    @Test func ofTwoAddressesThatAreRemovedAtOnceThePrimaryOneStays() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna(name: "")).tokens
            #expect(await world.verify(try await world.newest(.verifyAddress).code, tokens) == nil)
            try await world.auth.settle()
            try await world.add("a@example.org", tokens)
            let errors = await withTaskGroup { group in
                for number in 0..<20 {
                    let email = number % 2 == 0 ? "anna@example.com" : "a@example.org"
                    group.addTask { await failure { try await world.remove(email, tokens) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(try await world.addresses(tokens) == ["anna@example.com"])
            #expect(
                try await world.recipients(of: .addressRemoved)
                    == ["a@example.org", "anna@example.com"])
        }
    }
}
