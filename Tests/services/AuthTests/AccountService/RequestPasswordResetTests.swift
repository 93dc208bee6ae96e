import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RequestPasswordResetTests {
    @Test func aNewRequestKillsTheOldCode() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let first = try await world.requestReset()
            let old = try await world.newest(.resetPassword)
            let second = try await world.requestReset()
            let new = try await world.newest(.resetPassword)
            #expect(await world.reset(first, old.code)?.reasons == [.codeWrong])
            #expect(await world.reset(link: old.linkToken)?.reasons == [.linkInvalid])
            // A code belongs to its flow.
            #expect(await world.reset(first, new.code)?.reasons == [.codeWrong])
            #expect(await world.reset(second, new.code) == nil)
        }
    }

    /// R4: a new request ends the earlier code of the same caller. A stranger's request must not
    /// end the owner's code.
    @Test func aRequestOfAStrangerKillsNobodyElsesCode() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            let known = try await world.requestReset(on: device, from: "198.51.100.1:1")
            let ofKnown = try await world.newest(.resetPassword)
            let flow = try await world.requestReset(from: "203.0.113.7:1")
            let mail = try await world.newest(.resetPassword)
            for address in ["198.51.100.1:1", "192.0.2.1:1", "[2001:db8::1]:1"] {
                _ = try await world.requestReset(from: address)
            }
            #expect(try await world.mails(.resetPassword).count == 5)
            // A code belongs to its flow.
            #expect(await world.reset(flow, ofKnown.code)?.reasons == [.codeWrong])
            #expect(await world.reset(known, mail.code)?.reasons == [.codeWrong])
            #expect(await world.reset(flow, mail.code) == nil)
            // What opened the account closes all the others.
            #expect(await world.reset(known, ofKnown.code)?.reasons == [.codeWrong])
            for mail in try await world.mails(.resetPassword) {
                #expect(await world.reset(link: mail.linkToken)?.reasons == [.linkInvalid])
            }
        }
    }

    @Test(arguments: [true, false])
    func whoAsksAgainHasTheNewestCodeAlone(isKnown: Bool) async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            // A known device counts as itself at any address; strangers count by their network.
            let (token, second) =
                isKnown ? (device, "[2001:db8::1]:1") : ("", "203.0.113.8:4711")
            let first = try await world.requestReset(on: token, from: "203.0.113.8:1")
            let old = try await world.newest(.resetPassword)
            let flow = try await world.requestReset(on: token, from: second)
            #expect(await world.reset(first, old.code)?.reasons == [.codeWrong])
            #expect(await world.reset(link: old.linkToken)?.reasons == [.linkInvalid])
            #expect(await world.reset(flow, try await world.newest(.resetPassword).code) == nil)
        }
    }

    /// Every step for an address that nobody has is answered as for one that somebody has.
    @Test func aResetOfNobodyIsAnsweredAlike() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            var answers: [[String]] = []
            for email in ["anna@example.com", "unknown@example.com"] {
                var errors: [String] = []
                let first = try await world.requestReset(email)
                let second = try await world.requestReset(email)
                let third = try await world.requestReset(email)
                // The owner does what the mail says, although a stranger asked for it.
                let link = try await world.mails(.resetPassword).last?.linkToken
                if email.hasPrefix("anna") { #expect(await world.reset(link: link) == nil) }
                for flow in [first, second, third] {
                    for _ in 0..<7 {
                        let error = await world.reset(flow, "12345678")
                        errors.append("\(error.debugDescription) \(error?.details ?? [])")
                    }
                }
                answers.append(errors)
            }
            #expect(answers[0] == answers[1])
            #expect(Set(answers[0]).count == 2)
            #expect(try await world.mails(.resetPassword).count == 3)
        }
    }

    @Test func whatIsNoAddressIsSaid() async throws {
        try await withAuth { world in
            let error = await failure { try await world.requestReset("anna") }
            #expect(error?.reasons == [.emailMalformed])
            let locale = await failure { try await world.requestReset("a@b.c", locale: "no tag") }
            #expect(locale == nil)
        }
    }

    /// What was answered is looked at after a crash.
    @Test func aRequestOutlivesACrash() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let challenges = world.auth.runtime.challenges
            let flow = try challenges.newFlow(.system)
            let challenge = challenges.request(
                .resetPassword, at: "anna@example.com", flow: flow,
                by: LimitKey(name: .mailAddress, high: 1, low: 2))
            try await world.auth.store.add(
                ResetRequest(challenge: challenge, locale: "", isFromKnownDevice: false),
                claim: (0, nil),
                now: world.clock.now())
            let copy = try world.copy()
            try await world.stop()
            try await world.start(path: copy)
            try await world.settleResets()
            let code = try await world.newest(.resetPassword).code
            #expect(await world.reset(flow.token.text, code) == nil)
        }
    }
}
