import RollcallAPI
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

@Suite struct MailLimitsTests {
    private func restart(_ world: AuthServer, _ limits: [LimitName: LimitPolicy]) async throws {
        try await world.stop()
        // The sign-ups of before have used a moment of their wide limits.
        world.clock.advance(.seconds(1))
        try await world.start {
            for (name, policy) in limits { $0.limits[name] = policy }
        }
    }

    /// Asks for a reset as somebody at an address.
    private func request(
        _ world: AuthServer, _ email: String, from number: Int, on device: String = ""
    ) async -> RPCError? {
        let peer = PeerIdentity(address: "203.\(number / 256).\(number % 256).7:1")
        return await failure {
            try await world.auth.runtime.account.requestPasswordReset(
                RequestPasswordResetRequest(email: email, deviceToken: device),
                context: CallContext(method: "", peer: peer))
        }
    }

    @Test func manyAddressesCannotFloodOneMailbox() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(
                world,
                [
                    .mailRecipient: LimitPolicy(3, per: 900),
                    .mailRecipientDay: LimitPolicy(5, per: 86_400),
                ])
            for number in 0..<50 {
                #expect(await request(world, "anna@example.com", from: number) == nil)
            }
            try await world.settleResets()
            #expect(try await world.mails(.resetPassword).count == 3)
            world.clock.advance(.seconds(900))
            for number in 0..<50 { _ = await request(world, "anna@example.com", from: number) }
            try await world.settleResets()
            #expect(try await world.mails(.resetPassword).count == 5)
        }
    }

    @Test func theLimitsCountAlikeForEveryKindOfAccount() async throws {
        try await withAuth { world in
            _ = try await world.newUser("whole")
            try await world.removePassword(of: world.newUser("nopassword").id)
            try await world.removeAddresses(of: world.newUser("noaddress").id)
            try await restart(
                world,
                [.mailAddress: LimitPolicy(3, per: 3600), .mailRecipient: LimitPolicy(2, per: 900)])
            let names = ["whole", "nopassword", "noaddress", "nobody"]
            var errors: Set<String> = []
            for (number, name) in names.enumerated() {
                for _ in 0..<3 {
                    #expect(await request(world, "\(name)@example.com", from: number) == nil)
                }
                let error = await request(world, "\(name)@example.com", from: number)
                errors.insert("\(error.debugDescription) \(error?.details ?? [])")
            }
            #expect(errors.count == 1)
            try await world.settleResets()
            let mails = try await world.mails(.resetPassword).map(\.recipient)
            #expect(
                mails.sorted()
                    == ["nopassword", "nopassword", "whole", "whole"].map { "\($0)@example.com" })
            let kept = try await world.auth.count("meter", where: "limitName = 'mail.recipient'")
            #expect(kept == names.count)
        }
    }

    @Test func aFloodKillsNoCodeThatIsOpen() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(world, [.mailRecipient: LimitPolicy(1, per: 900)])
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            for number in 0..<10 { _ = await request(world, "anna@example.com", from: number) }
            try await world.settleResets()
            #expect(await world.reset(flow, code) == nil)
        }
    }

    /// Whatever strangers have used up: the mailbox, the address that the owner comes from, too,
    /// and what strangers have together.
    @Test func strangersKeepNoMailFromAKnownDevice() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            try await restart(
                world,
                [
                    .mailRecipient: LimitPolicy(1, per: 900),
                    .mailAddress: LimitPolicy(2, per: 3600),
                    .mailEveryone: LimitPolicy(1, per: 900),
                ])
            for email in ["anna@example.com", "nobody@example.com"] {
                _ = await request(world, email, from: 1)
            }
            let stranger = await request(world, "anna@example.com", from: 1)
            #expect(stranger?.reasons == [.tooManyAttempts])
            #expect(await request(world, "anna@example.com", from: 1, on: device) == nil)
            try await eventually { try await world.mails(.resetPassword).count >= 2 }
            #expect(try await world.mails(.resetPassword).count == 2)
            // The stranger's still waits.
            let waiting = try await world.auth.count(
                "challenge", where: "waitingLocale IS NOT NULL")
            #expect(waiting == 1)
        }
    }

    @Test func aKnownDeviceIsToldWhenItHasAskedForTooMany() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            try await restart(world, [.mailDevice: LimitPolicy(2, per: 3600)])
            for number in 0..<3 {
                let error = await request(world, "anna@example.com", from: number, on: device)
                #expect(error?.reasons == (number < 2 ? nil : [.tooManyAttempts]))
            }
            #expect(await request(world, "anna@example.com", from: 1) == nil)
            try await world.settleResets()
            #expect(try await world.mails(.resetPassword).count == 3)
        }
    }

    /// Otherwise a caller with devices of many accounts could fill anybody's mailbox.
    @Test func aDeviceOfAnotherAccountIsAStranger() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let bob = SignUpRequest.anna(email: "bob@example.com", name: "bob")
            let device = try await world.client.signUp(bob).deviceToken
            try await restart(world, [.mailRecipient: LimitPolicy(1, per: 900)])
            for (number, email) in ["anna@example.com", "nobody@example.com"].enumerated() {
                for _ in 0..<3 {
                    #expect(await request(world, email, from: number, on: device) == nil)
                }
            }
            for token in ["", "x", String(device.dropLast()), String(repeating: "x", count: 3500)] {
                #expect(await request(world, "bob@example.com", from: 1, on: token) == nil)
            }
            try await world.settleResets()
            let mails = try await world.mails(.resetPassword).map(\.recipient)
            #expect(mails == ["anna@example.com", "bob@example.com"])
            let kept = try await world.auth.count("meter", where: "limitName = 'mail.device'")
            #expect(kept == 0)
        }
    }

    @Test func strangersKeepNoMailFromWhoeverIsSignedIn() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let one = LimitPolicy(1, per: 86_400)
            try await restart(
                world,
                [
                    .mailRecipient: one, .mailRecipientDay: one, .mailAddress: one,
                    .mailEveryone: one,
                ])
            for email in ["anna@example.com", "new@example.org"] {
                _ = await request(world, email, from: 1)
            }
            _ = try await world.auth.account.sendVerification(
                SendVerificationRequest(), options: .bearer(tokens))
            _ = try await world.auth.account.startAddressChange(
                StartAddressChangeRequest(
                    proof: .password("correct horse"), newEmail: "new@example.org"),
                options: .bearer(tokens))
            #expect(try await world.mails(.verifyAddress).count == 2)
            #expect(try await world.mails(.changeAddressNew).count == 1)
        }
    }

    /// Those to the old address among them.
    @Test func anAccountHasOnlySoManyMailsSent() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await restart(world, [.mailAccount: LimitPolicy(2, per: 3600)])
            for number in 0..<3 {
                let error = await failure {
                    try await world.auth.account.startAddressChange(
                        StartAddressChangeRequest(
                            proof: .password("correct horse"), newEmail: "new\(number)@example.org"),
                        options: .bearer(tokens))
                }
                #expect(error?.reasons == (number < 2 ? nil : [.tooManyAttempts]))
            }
            #expect(try await world.mails(.changeAddressOld).count == 2)
            #expect(try await world.mails(.changeAddressNew).count == 2)
        }
    }

    @Test func manyAccountsCannotFloodOneMailbox() async throws {
        try await withAuth { world in
            try await restart(world, [.mailUnproved: LimitPolicy(2, per: 86_400)])
            for number in 0..<4 {
                let form = SignUpRequest.anna(
                    email: "anna+\(number)@example.com", name: "anna\(number)")
                let tokens = try await world.client.signUp(form).tokens
                let error = await failure {
                    try await world.auth.account.startAddressChange(
                        StartAddressChangeRequest(
                            proof: .password("correct horse"), newEmail: "an.na@example.com"),
                        options: .bearer(tokens))
                }
                #expect(error?.reasons == (number == 0 ? nil : [.tooManyAttempts]))
            }
            #expect(try await world.mails().count == 2)
        }
    }

    @Test func tagsAndDotsAreOneMailbox() async throws {
        try await withAuth { world in
            let emails = ["anna@example.com", "an.na@example.com", "anna+news@example.com"]
            for (number, email) in emails.enumerated() {
                _ = try await world.client.signUp(.anna(email: email, name: "anna\(number)"))
            }
            try await restart(world, [.mailRecipient: LimitPolicy(2, per: 900)])
            for email in emails { _ = try await world.requestReset(email) }
            #expect(try await world.mails(.resetPassword).count == 2)
            _ = try await world.client.signUp(.anna(email: "anna@example.org", name: "other"))
            _ = try await world.requestReset("anna@example.org")
            #expect(try await world.mails(.resetPassword).count == 3)
        }
    }

    @Test func oneAddressCannotMailManyVictims() async throws {
        try await withAuth { world in
            for number in 0..<6 {
                _ = try await world.client.signUp(
                    .anna(email: "user\(number)@example.com", name: "user\(number)"))
            }
            try await restart(world, [.mailAddress: LimitPolicy(4, per: 3600)])
            for number in 0..<6 {
                let error = await request(world, "user\(number)@example.com", from: 1)
                #expect(error?.reasons == (number < 4 ? nil : [.tooManyAttempts]))
            }
            // As loud for an address that nobody has, and quiet again for another address.
            let stranger = await request(world, "nobody@example.com", from: 1)
            #expect(stranger?.reasons == [.tooManyAttempts])
            #expect(await request(world, "user5@example.com", from: 2) == nil)
            try await world.settleResets()
            #expect(try await world.mails(.resetPassword).count == 5)
        }
    }

    @Test func beyondTheLimitOfAllStrangersAMailWaitsAndIsNotLost() async throws {
        try await withAuth { world in
            for number in 0..<4 {
                _ = try await world.client.signUp(
                    .anna(email: "user\(number)@example.com", name: "user\(number)"))
            }
            // The clock of the test stands still, so that a pause is over and nothing is gained.
            try await restart(world, [.mailEveryone: LimitPolicy(20, per: 1, burst: 2)])
            for number in 0..<4 {
                _ = await request(world, "user\(number)@example.com", from: number)
            }
            try await eventually { try await world.mails(.resetPassword).count >= 2 }
            #expect(try await world.mails(.resetPassword).count == 2)
            world.clock.advance(.seconds(1))
            try await world.settleResets()
            #expect(try await world.mails(.resetPassword).count == 4)
        }
    }

    /// Whether there is an account or not: nothing tells but the mail.
    @Test(arguments: ["anna@example.com", "nobody@example.com"])
    func theTimeOfACodeBeginsWhenItsTurnHasCome(email: String) async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(world, [.mailEveryone: LimitPolicy(1, per: 1800)])
            _ = await request(world, "other@example.com", from: 1)
            try await world.settleResets()
            let response = try await world.auth.account.requestPasswordReset(
                RequestPasswordResetRequest(email: email))
            #expect(response.expiresAtMs == world.clock.now() + 900_000)
            world.clock.advance(.seconds(1800))
            world.auth.runtime.resetRequests.queue.resume()
            try await world.settleResets()
            let mail = try await world.mails(.resetPassword).last
            #expect((mail != nil) == (email == "anna@example.com"))
            world.clock.advance(.seconds(899))
            let code = mail?.code ?? "12345678"
            #expect(await world.reset(response.flow, code.otherCode)?.reasons == [.codeWrong])
            world.clock.advance(.seconds(1))
            #expect(await world.reset(response.flow, code)?.reasons == [.codeExpired])
        }
    }

    /// As on a full disk: what was not sent is owed.
    @Test func aRequestThatCannotBeAnsweredYetTakesNothingOfALimit() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.auth.store.refuseInserts(into: "mail")
            try await restart(world, [.mailRecipient: LimitPolicy(1, per: 900)])
            #expect(await request(world, "anna@example.com", from: 1) == nil)
            let requests = world.auth.runtime.resetRequests
            for count in 1...3 {
                requests.queue.resume()
                try await eventually {
                    world.log.text.components(separatedBy: "work waits").count > count
                }
            }
            try await world.auth.store.refuseNothing()
            requests.queue.resume()
            try await world.settleResets()
            #expect(try await world.mails(.resetPassword).count == 1)
        }
    }

    @Test func anOwnerIsToldThatTheMailboxHasHadEnough() async throws {
        try await withAuth { world in
            try await restart(world, [.mailUnproved: LimitPolicy(2, per: 900)])
            let tokens = try await world.client.signUp(.anna()).tokens
            let send = {
                await failure {
                    try await world.auth.account.sendVerification(
                        SendVerificationRequest(), options: .bearer(tokens))
                }
            }
            #expect(await send() == nil)
            let error = await send()
            #expect(error?.reasons == [.tooManyAttempts])
            #expect((error?.detail(ErrorInfo.self)?.retryAfterMs ?? 0) > 0)
            #expect(await world.verify(try await world.newest(.verifyAddress).code, tokens) == nil)
        }
    }

    @Test func guessesOfCodesSpendTheBudgetOfTheAddress() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(world, [.address: LimitPolicy(1, per: 600, burst: 1)])
            let flow = try await world.requestReset()
            let context = CallContext(method: "", peer: PeerIdentity(address: "203.0.113.7:1"))
            let guess = {
                await failure {
                    try await world.auth.runtime.account.resetPassword(
                        ResetPasswordRequest(
                            proof: .mailedCode(MailedCode(flow: flow, code: "12345678")),
                            newPassword: "battery staple"), context: context)
                }
            }
            #expect(await guess()?.reasons == [.codeWrong])
            #expect(await guess()?.reasons == [.tooManyAttempts])
            let signIn = await failure {
                try await world.auth.runtime.handler.signIn(
                    SignInRequest(email: "anna@example.com", password: "x"), context: context)
            }
            #expect(signIn?.reasons == [.tooManyAttempts])
        }
    }
}
