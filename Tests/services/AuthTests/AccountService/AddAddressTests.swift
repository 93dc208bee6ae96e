import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct AddAddressTests {
    private static let new = "Anna@example.org"

    @Test func aProvedAddressIsAddedAndTheOthersAreTold() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let other = try await world.signIn().tokens
            let answer = try await world.startAdding(Self.new, tokens)
            #expect(answer.expiresAtMs == world.clock.now() + 1_800_000)
            let pending = try await world.account(tokens).pendingAddresses
            #expect(pending == [PendingAddress(email: Self.new)])
            #expect(try await world.addresses(tokens) == ["anna@example.com"])
            let mail = try await world.newest(.changeAddressNew)
            #expect(mail.recipient == Self.new)
            #expect(await world.prove("anna@EXAMPLE.org", mail.code, tokens) == nil)
            let account = try await world.account(tokens)
            #expect(account.addresses.map(\.email) == ["anna@example.com", Self.new])
            #expect(account.addresses.map(\.isPrimary) == [true, false])
            #expect(account.addresses.allSatisfy { $0.verifiedAtMs == world.clock.now() })
            #expect(account.pendingAddresses.isEmpty)
            let told = try await world.mails(.addressAdded)
            #expect(told.map(\.recipient) == ["anna@example.com"])
            #expect(told.allSatisfy { $0.variables.contains(Self.new) })
            #expect(await world.signInError(email: Self.new) == nil)
            #expect(await world.end(of: other) == nil)
        }
    }

    @Test func anUnprovedAddressHoldsNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await world.startAdding(Self.new, tokens)
            #expect(try await world.auth.count("address") == 1)
            #expect(await world.signInError(email: Self.new)?.reasons == [.wrongCredentials])
            _ = try await world.requestReset(Self.new)
            #expect(try await world.mails(.resetPassword).isEmpty)
            let code = try await world.newest(.changeAddressNew).code
            let ben = SignUpRequest.anna(email: Self.new, name: "ben")
            #expect(await failure { try await world.client.signUp(ben) } == nil)
            #expect(await world.prove(Self.new, code, tokens)?.reasons == [.codeExpired])
            #expect(try await world.addresses(tokens) == ["anna@example.com"])
        }
    }

    /// In bytes, in what its own account shows, in the answers to guessed codes, and in the limits.
    @Test func aTakenAddressIsAnsweredLikeAFreeOne() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            var form = SignUpRequest.anna(email: "Ben@example.com", name: "ben")
            form.locale = "de"
            _ = try await world.client.signUp(form)
            try await world.stop()
            try await world.start { $0.limits[.mailUnproved] = LimitPolicy(1, per: 86_400) }
            world.clock.advance(.seconds(1))
            var seen: [[String]] = []
            for email in ["free@example.com", "ben@example.com"] {
                let answer = try await world.startAdding(email, tokens)
                let account = try await world.account(tokens)
                var lines = [
                    "\(answer)", "\(account.addresses)", "\(account.pendingAddresses.count)",
                ]
                for _ in 0...Challenge.tries {
                    let error = await world.prove(email, "12345678", tokens)
                    lines.append("\(error.debugDescription) \(error?.details ?? [])")
                }
                let again = await failure { try await world.startAdding(email, tokens) }
                lines.append("\(again.debugDescription) \(again?.details ?? [])")
                #expect(again?.reasons == [.tooManyAttempts])
                seen.append(lines)
            }
            #expect(seen[0] == seen[1])
            #expect(try await world.mails(.changeAddressNew).count == 1)
            let notice = try await world.newest(.addressTaken)
            #expect(notice.recipient == "ben@example.com" && notice.locale == "de")
        }
    }

    @Test func whatCannotBeAddedIsRefusedBeforeAnyMail() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.add(Self.new, tokens)
            let before = try await world.mails().count
            for (email, reason) in [
                ("", Reason.emailMissing), ("anna", .emailMalformed),
                ("a@localhost", .emailMalformed),
                (String(repeating: "a", count: 65) + "@example.com", .emailTooLong),
                ("ANNA@example.com", .fieldMalformed), ("anna@example.ORG", .fieldMalformed),
            ] {
                let error = await failure { try await world.startAdding(email, tokens) }
                #expect(error?.code == .invalidArgument && error?.reasons == [reason], "\(email)")
                #expect(error?.detail(ErrorInfo.self)?.violations.map(\.field) == ["email"])
            }
            let nobody = await failure { try await world.startAdding("b@example.com", nil) }
            #expect(nobody?.code == .unauthenticated)
            #expect(try await world.mails().count == before)
        }
    }

    @Test func anAccountHasAtMostTenAddresses() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            for number in 1..<Address.limit {
                try await world.add("a\(number)@example.org", tokens)
            }
            let error = await failure { try await world.startAdding("b@example.org", tokens) }
            #expect(error?.code == .resourceExhausted && error?.reasons == [.tooMany])
            #expect(try await world.addresses(tokens).count == Address.limit)
        }
    }

    @Test func theCodeIsOfTheNewestAddressAlone() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await world.startAdding("first@example.org", tokens)
            let first = try await world.newest(.changeAddressNew).code
            _ = try await world.startAdding("second@example.org", tokens)
            let second = try await world.newest(.changeAddressNew).code
            #expect(await world.prove("first@example.org", first, tokens)?.reasons == [.codeWrong])
            #expect(
                await world.prove("first@example.org", second, tokens)?.reasons == [.codeExpired])
            for email in ["", "garbage", "anna@example.com"] {
                let error = await world.prove(email, second, tokens)
                #expect(error?.reasons == [.codeExpired], "\(email)")
            }
            let ben = try await world.newUser("ben").tokens
            let stranger = await world.prove("second@example.org", second, ben)
            #expect(stranger?.reasons == [.codeExpired])
            #expect(await world.prove("second@example.org", second, tokens) == nil)
            let again = await world.prove("second@example.org", second, tokens)
            #expect(again?.reasons == [.codeExpired])
        }
    }

    @Test func ofTwoAccountsThatProveOneAddressAtOnceOneHasIt() async throws {
        try await withAuth { world in
            var proofs: [(code: String?, tokens: Tokens?)] = []
            for name in ["ben", "carl"] {
                let tokens = try await world.newUser(name).tokens
                #expect(
                    await world.verify(try await world.newest(.verifyAddress).code, tokens) == nil)
                _ = try await world.startAdding(Self.new, tokens)
                proofs.append((try await world.newest(.changeAddressNew).code, tokens))
            }
            let errors = await withTaskGroup { group in
                for number in 0..<50 {
                    let (code, tokens) = proofs[number % 2]
                    group.addTask { await world.prove(Self.new, code, tokens) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.allSatisfy { $0 == nil || $0?.reasons == [.codeExpired] })
            #expect(try await world.auth.count("address") == 3)
            #expect(try await world.mails(.addressAdded).count == 1)
        }
    }

    /// The mistyped one of the sign-up, which a stranger may read.
    @Test func theFirstProvedAddressReplacesOneThatNobodyProvedAndIsPrimary() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna(email: "typo@example.com")).tokens
            let verification = try await world.newest(.verifyAddress)
            let flow = try await world.requestReset("typo@example.com")
            let reset = try await world.newest(.resetPassword)
            try await world.add(Self.new, tokens)
            let account = try await world.account(tokens)
            #expect(account.addresses.map(\.email) == [Self.new])
            #expect(account.primaryAddress?.isVerified == true)
            #expect(await world.verify(verification.code, tokens)?.reasons == [.codeExpired])
            #expect(await world.reset(flow, reset.code)?.reasons == [.codeWrong])
            #expect(await world.reset(link: reset.linkToken)?.reasons == [.linkInvalid])
            #expect(try await world.mails(.addressAdded).isEmpty)
        }
    }

    @Test func anEndOfThePasswordEndsTheCode() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await world.startAdding(Self.new, tokens)
            let code = try await world.newest(.changeAddressNew).code
            _ = try await world.auth.account.changePassword(
                ChangePasswordRequest(
                    proof: .password("correct horse"), newPassword: "battery staple"),
                options: .bearer(tokens))
            #expect(await world.prove(Self.new, code, tokens)?.reasons == [.codeExpired])
            #expect(try await world.account(tokens).pendingAddresses.isEmpty)
        }
    }
}
