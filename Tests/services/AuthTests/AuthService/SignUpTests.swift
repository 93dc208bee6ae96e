import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import Auth

@Suite struct SignUpTests {
    @Test func aNewAccountHasItsNameAndIsSignedIn() async throws {
        try await withAuth { world in
            let response = try await world.client.signUp(.anna(email: "Anna@Example.com"))
            let session = try #require(response.session)
            #expect(session.email == "Anna@Example.com")
            #expect(session.deviceLabel == "Anna's phone")
            let again = try await world.client.getSession(
                GetSessionRequest(), options: .bearer(response.tokens))
            #expect(again.session == session)
            let id = session.userID.filter { $0 != "-" }.uppercased()
            #expect(try await world.profile.names(held: false) == [id: "anna"])
            let left = try await world.auth.store.outbox(kinds: [.confirmDisplayName])
            #expect(left == [])
        }
    }

    @Test func allBrokenRulesOfAFormAreInOneAnswer() async throws {
        try await withAuth { world in
            let request = SignUpRequest.anna(
                email: "anna", password: "short", name: ".a..b!", key: "key")
            let error = await failure { try await world.client.signUp(request) }
            #expect(error?.code == .invalidArgument)
            let violations = error?.detail(ErrorInfo.self)?.violations ?? []
            let expected: [(Reason, String)] = [
                (.emailMalformed, "email"), (.passwordTooShort, "password"),
                (.displayNameBadCharacter, "display_name"),
                (.displayNameLeadingPeriod, "display_name"),
                (.displayNameDoubledPeriod, "display_name"),
                (.idempotencyKeyMalformed, "idempotency_key"),
            ]
            #expect(violations.map(\.field) == expected.map(\.1))
            #expect(Set(violations.map(\.reason)) == Set(expected.map(\.0)))
            try await world.expectWholeAccounts(count: 0)
        }
    }

    @Test func anEmptyFormBreaksTheRulesOfEveryField() async throws {
        try await withAuth { world in
            let error = await failure { try await world.client.signUp(SignUpRequest()) }
            #expect(
                error?.reasons == [.emailMissing, .passwordMissing, .idempotencyKeyMalformed])
        }
    }

    @Test func withoutProfileTheOwnRulesAreAnswered() async throws {
        try await withAuth { world in
            world.profile.setFault { _, _ in throw RPCError(.unavailable, "down") }
            let broken = await failure {
                try await world.client.signUp(.anna(password: "short", name: "!"))
            }
            #expect(broken?.reasons == [.passwordTooShort])
            let whole = await failure { try await world.client.signUp(.anna()) }
            #expect(whole?.code == .unavailable)
            world.profile.setFault(nil)
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 0)
        }
    }

    @Test func whatIsTakenIsSaidOfBothFields() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let taken: [(SignUpRequest, [Reason])] = [
                (.anna(email: "ANNA@example.com", name: "other"), [.emailTaken]),
                (.anna(email: "other@example.com", name: "ANNA"), [.displayNameTaken]),
                (.anna(), [.emailTaken, .displayNameTaken]),
            ]
            for (request, reasons) in taken {
                let error = await failure { try await world.client.signUp(request) }
                #expect(error?.code == .alreadyExists)
                #expect(error?.reasons == reasons)
            }
            #expect(try await world.auth.count("account") == 1)
            #expect(try await world.auth.count("signUp") == 1)
        }
    }

    @Test func profileIsCalledTwice() async throws {
        try await withAuth { world in
            let calls = Mutex<[FaultyProfile.Step]>([])
            world.profile.setFault { step, moment in
                guard moment == .before, [.check, .hold, .confirm, .release].contains(step) else {
                    return
                }
                calls.withLock { $0.append(step) }
            }
            let forms: [(SignUpRequest, [FaultyProfile.Step])] = [
                (.anna(), [.hold, .confirm]),
                (.anna(email: "berta@example.com", name: ""), [.hold, .confirm]),
                (.anna(email: "other@example.com"), [.hold, .release]),
            ]
            for (form, expected) in forms {
                _ = await failure { try await world.client.signUp(form) }
                #expect(calls.withLock { $0 } == expected)
                calls.withLock { $0 = [] }
            }
            let accounts = try await world.auth.count("account")
            #expect(accounts == 2)
        }
    }

    /// As by somebody who has an account, and tries once more with another address.
    @Test func theNameOfARefusedSignUpIsFreeAtOnce() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            for number in 0..<10 {
                let name = "name\(number)"
                let refused = await failure { try await world.client.signUp(.anna(name: name)) }
                #expect(refused?.reasons == [.emailTaken])
                _ = try await world.client.signUp(.anna(email: "\(name)@example.com", name: name))
            }
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 11)
        }
    }

    @Test func whileProfileIsSilentNothingIsBegun() async throws {
        try await withAuth { world in
            world.profile.setFault { _, _ in throw RPCError(.unavailable, "down") }
            #expect(await failure { try await world.client.signUp(.anna()) }?.code == .unavailable)
            try await eventually { world.auth.runtime.peers.profileOutbox.queue.isUnanswered }
            for _ in 0..<10 {
                let error = await failure { try await world.client.signUp(.anna()) }
                #expect(error?.code == .unavailable)
            }
            #expect(try await world.auth.count("signUp") == 1)
            world.profile.setFault(nil)
            _ = try await world.client.signUp(.anna(email: "berta@example.com", name: "berta"))
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 1)
        }
    }

    @Test(arguments: [("anna@example.com", "%d"), ("user%d@example.com", "anna")])
    func ofAHundredAtOnceOneGetsTheName(email: String, name: String) async throws {
        try await withAuth { world in
            let client = world.client
            let requests = (100..<200).map { number in
                SignUpRequest.anna(
                    email: email.replacing("%d", with: "\(number)"),
                    name: name.replacing("%d", with: "\(number)"))
            }
            let errors = await withTaskGroup { group in
                for request in requests {
                    group.addTask { await failure { try await client.signUp(request) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.allSatisfy { $0 == nil || $0?.code == .alreadyExists })
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 1)
        }
    }

    /// Who comes back when told to is not refused for that.
    @Test func anOverloadTakesNothingOfALimit() async throws {
        try await withAuth { world in
            try await world.stop()
            let hasher = try PasswordHasher.cheap { $0.queueLimit = 0 }
            try await world.start(hasher: hasher) {
                $0.limits[.signUpAddress] = LimitPolicy(1, per: 3600)
            }
            try await whileBusy(hasher) {
                for _ in 0..<3 {
                    let error = await failure { try await world.client.signUp(.anna()) }
                    #expect(error?.reasons == [.overloaded])
                }
            }
            _ = try await world.client.signUp(.anna())
        }
    }

    /// Whose overload it is does not matter to the caller.
    @Test func anOverloadOfProfileIsPassedOn() async throws {
        try await withAuth { world in
            world.profile.setFault { if $0 == .hold, $1 == .before { throw RPCError.overloaded } }
            let error = await failure { try await world.client.signUp(.anna()) }
            #expect(error?.code == .unavailable)
            #expect(error?.reasons == [.overloaded])
            #expect(error?.detail(ErrorInfo.self)?.retryAfterMs == 1000)
            #expect(error?.trailers[text: "retry-pushback-ms"] == "1000")
        }
    }

    @Test func anOverloadIsSaidAndLeavesNothing() async throws {
        try await withAuth { world in
            try await world.stop()
            let hasher = try PasswordHasher.cheap(kibibytes: 16_384) { $0.queueLimit = 0 }
            let client = try await world.start(hasher: hasher).client
            let errors = await withTaskGroup { group in
                for number in 100..<120 {
                    let request = SignUpRequest.anna(
                        email: "\(number)@example.com", name: "\(number)")
                    group.addTask { await failure { try await client.signUp(request) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let shed = errors.compactMap(\.self)
            #expect(!shed.isEmpty)
            for error in shed {
                #expect(error.code == .unavailable)
                #expect(error.reasons == [.overloaded])
                #expect(error.detail(ErrorInfo.self)?.retryAfterMs ?? 0 > 0)
            }
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 20 - shed.count)
        }
    }
}
