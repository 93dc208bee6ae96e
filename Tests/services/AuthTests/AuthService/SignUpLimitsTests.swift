import RollcallAPI
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

@Suite struct SignUpLimitsTests {
    private func signUp(
        _ world: AuthServer, _ request: SignUpRequest, from address: String = "203.0.113.7:1"
    ) async -> RPCError? {
        let context = CallContext(method: "", peer: PeerIdentity(address: address))
        return await failure {
            try await world.auth.runtime.handler.signUp(request, context: context)
        }
    }

    private func restart(_ world: AuthServer, _ name: LimitName, _ policy: LimitPolicy) async throws
    {
        try await world.stop()
        try await world.start { $0.limits[name] = policy }
    }

    private func form(_ number: Int) -> SignUpRequest {
        .anna(email: "user\(number)@example.com", name: "user\(number)")
    }

    @Test func signUpsFromOneAddressAreLimited() async throws {
        try await withAuth { world in
            try await restart(world, .signUpAddress, LimitPolicy(3, per: 3600))
            let broken = await signUp(world, .anna(password: "short"))
            #expect(broken?.reasons == [.passwordTooShort])
            for number in 0..<3 { #expect(await signUp(world, form(number)) == nil) }
            let error = await signUp(world, form(3))
            #expect(error?.code == .resourceExhausted)
            #expect(error?.reasons == [.tooManyAttempts])
            #expect(error?.detail(ErrorInfo.self)?.retryAfterMs == 1_200_000)
            try await restart(world, .signUpAddress, LimitPolicy(3, per: 3600))
            #expect(await signUp(world, form(3))?.reasons == [.tooManyAttempts])
            #expect(await signUp(world, form(3), from: "203.0.113.8:1") == nil)
            world.clock.advance(.seconds(1200))
            #expect(await signUp(world, form(4)) == nil)
        }
    }

    /// A row of it is written by then, so that tries without a count could fill the disk.
    @Test(arguments: [nil, FaultyProfile.Step.hold])
    func aSignUpWhoseNameProfileDoesNotHoldIsCounted(step: FaultyProfile.Step?) async throws {
        try await withAuth { world in
            try await restart(world, .signUpAddress, LimitPolicy(2, per: 3600))
            world.profile.setFault { at, _ in
                if step == nil || at == step { throw RPCError(.unavailable, "away") }
            }
            #expect(await signUp(world, form(0))?.code == .unavailable)
            world.profile.setFault(nil)
            try await restart(world, .signUpAddress, LimitPolicy(2, per: 3600))
            #expect(await signUp(world, form(0)) == nil)
            #expect(await signUp(world, form(1))?.reasons == [.tooManyAttempts])
        }
    }

    @Test func whileProfileIsSilentTheSameSignUpAgainIsNotCounted() async throws {
        try await withAuth { world in
            try await restart(world, .signUpAddress, LimitPolicy(2, per: 3600))
            world.profile.setFault { _, _ in throw RPCError(.unavailable, "away") }
            let form = form(0)
            for _ in 0..<4 { #expect(await signUp(world, form)?.code == .unavailable) }
            world.profile.setFault(nil)
            #expect(await signUp(world, form) == nil)
            #expect(await signUp(world, self.form(1))?.reasons == [.tooManyAttempts])
        }
    }

    @Test func whileProfileIsKnownToBeSilentOtherSignUpsAreNotCounted() async throws {
        try await withAuth { world in
            try await restart(world, .signUpAddress, LimitPolicy(2, per: 3600))
            world.profile.setFault { _, _ in throw RPCError(.unavailable, "away") }
            #expect(await signUp(world, form(0))?.code == .unavailable)
            try await eventually { world.auth.runtime.peers.profileOutbox.queue.isUnanswered }
            for _ in 0..<4 { #expect(await signUp(world, form(0))?.code == .unavailable) }
            world.profile.setFault(nil)
            #expect(await signUp(world, form(1)) == nil)
            #expect(await signUp(world, form(2))?.reasons == [.tooManyAttempts])
        }
    }

    /// By then it is known that nobody has the address.
    @Test func whatFailsAfterTheAddressWasLookedAtIsCounted() async throws {
        try await withAuth { world in
            try await restart(world, .signUpAddress, LimitPolicy(2, per: 3600))
            try await world.auth.store.refuseInserts(into: "account")
            for _ in 0..<2 {
                #expect(await signUp(world, form(0))?.reasons != [.tooManyAttempts])
            }
            #expect(await signUp(world, form(0))?.reasons == [.tooManyAttempts])
            #expect(try await world.auth.count("account") == 0)
            try await world.auth.store.refuseNothing()
        }
    }

    @Test func whatCannotBeWrittenDownIsNotCounted() async throws {
        try await withAuth { world in
            try await restart(world, .signUpAddress, LimitPolicy(1, per: 3600))
            let store = world.auth.store
            try await store.refuseInserts(into: "meter")
            for _ in 0..<3 {
                await #expect(throws: (any Error).self) {
                    try await world.client.signUp(form(0))
                }
            }
            try await store.refuseNothing()
            #expect(await failure { try await world.client.signUp(form(0)) } == nil)
        }
    }

    @Test func aSignUpWhoseBeginningCannotBeWrittenDownIsNotCounted() async throws {
        try await withAuth { world in
            try await restart(world, .signUpAddress, LimitPolicy(1, per: 3600))
            try await world.auth.store.refuseInserts(into: "signUp")
            for number in 0..<3 {
                #expect(await signUp(world, form(number))?.reasons != [.tooManyAttempts])
            }
            try await world.auth.store.refuseNothing()
            try await restart(world, .signUpAddress, LimitPolicy(1, per: 3600))
            #expect(await signUp(world, form(0)) == nil)
        }
    }

    /// What it is told then is worth an attempt: the address is taken, or the name is.
    @Test func aSignUpThatIsRefusedBeforeItIsBegunIsCountedAcrossARestart() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            for email in ["anna@example.com", "new@example.com"] {
                try await restart(world, .signUpAddress, LimitPolicy(1, per: 3600))
                let address = email == "new@example.com" ? "203.0.113.8:1" : "203.0.113.7:1"
                let error = await signUp(world, .anna(email: email), from: address)
                #expect(error?.code == .alreadyExists)
                #expect(try await world.auth.count("signUp") == 1)
                try await restart(world, .signUpAddress, LimitPolicy(1, per: 3600))
                let again = await signUp(world, form(0), from: address)
                #expect(again?.reasons == [.tooManyAttempts])
            }
        }
    }

    /// Such as those that come at the same time for one address, and find out at the end.
    @Test func signUpsThatComeToNothingTakeNoneOfAMailboxsMails() async throws {
        try await withAuth { world in
            try await restart(world, .mailUnproved, LimitPolicy(2, per: 86_400))
            let tokens = try await world.client.signUp(.anna()).tokens
            let parts = world.auth.runtime
            for number in 0..<3 {
                let form = try SignUpForm(
                    .anna(name: "user\(number)"), AuthConfiguration())
                let record = try SignUpRecord(form, accountID: parts.ids.next())
                try await parts.store.begin([record], now: world.clock.now())
                let error = await failure {
                    try await parts.signUps.makeAccount(
                        record, form, CallContext(method: ""))
                }
                #expect(error?.reasons == [.emailTaken])
            }
            _ = try await world.auth.account.sendVerification(
                SendVerificationRequest(), options: .bearer(tokens))
        }
    }

    /// Beyond the limit nobody hears that an address is free either.
    @Test func takenAddressesAreToldOnlyAFewTimes() async throws {
        try await withAuth { world in
            try await restart(world, .emailTakenAddress, LimitPolicy(2, per: 3600))
            for number in 0..<3 { #expect(await signUp(world, form(number)) == nil) }
            for _ in 0..<2 {
                let error = await signUp(world, .anna(email: "user0@example.com"))
                #expect(error?.reasons == [.emailTaken])
            }
            for email in ["user0@example.com", "free@example.com"] {
                let error = await signUp(world, .anna(email: email))
                #expect(error?.reasons == [.tooManyAttempts])
            }
            try await restart(world, .emailTakenAddress, LimitPolicy(2, per: 3600))
            #expect(await signUp(world, form(5))?.reasons == [.tooManyAttempts])
            let other = await signUp(
                world, .anna(email: "user0@example.com"), from: "203.0.113.8:1")
            #expect(other?.reasons == [.emailTaken])
        }
    }

    @Test func parallelSignUpsHearNoMoreThanOneAfterAnother() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(world, .emailTakenAddress, LimitPolicy(2, per: 3600))
            let errors = await withTaskGroup { group in
                for number in 0..<20 {
                    group.addTask { await signUp(world, .anna(name: "user\(number)")) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0?.reasons == [.emailTaken] } == 2)
            #expect(errors.count { $0?.reasons == [.tooManyAttempts] } == 18)
        }
    }

    /// Such a form costs nothing else, so it could be sent for every name that there might be.
    @Test func formsThatBreakARuleDoNotTellWhichNamesThereAre() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(world, .nameCheckAddress, LimitPolicy(2, per: 60))
            let form = SignUpRequest.anna(email: "x@example.com", password: "short")
            for _ in 0..<2 {
                let error = await signUp(world, form)
                #expect(error?.reasons == [.passwordTooShort, .displayNameTaken])
            }
            #expect(await signUp(world, form)?.reasons == [.passwordTooShort])
            let other = await signUp(world, form, from: "203.0.113.8:1")
            #expect(other?.reasons == [.passwordTooShort, .displayNameTaken])
            world.clock.advance(.seconds(30))
            let later = await signUp(world, form)
            #expect(later?.reasons == [.passwordTooShort, .displayNameTaken])
        }
    }

    /// There is room as soon as one of them is done.
    @Test func whoIsRefusedOnlyForSignUpsUnderWayComesAgainSoon() async throws {
        try await withAuth { world in
            try await restart(world, .emailTakenAddress, LimitPolicy(2, per: 3600))
            let (held, release) = AsyncStream.makeStream(of: Void.self)
            let gate = Task { for await _ in held { break } }
            world.profile.setFault { at, moment in
                if at == .hold, moment == .before { await gate.value }
            }
            let first = [0, 1].map { number in Task { await signUp(world, form(number)) } }
            let limits = world.auth.runtime.limits
            let network = ClientNetwork(PeerIdentity(address: "203.0.113.7:1"))
            let permit = try limits.permit(.emailTakenAddress, of: .address(network))
            try await eventually { try await limits.bans(among: [permit.key]).count == 1 }
            let error = await signUp(world, form(2))
            #expect(error?.reasons == [.tooManyAttempts])
            #expect(error?.detail(ErrorInfo.self)?.retryAfterMs == 1000)
            release.finish()
            for task in first { #expect(await task.value == nil) }
            world.profile.setFault(nil)
            #expect(await signUp(world, form(2)) == nil)
            // Answers that were given do not come back.
            for _ in 0..<2 { _ = await signUp(world, .anna(email: "user0@example.com")) }
            let late = await signUp(world, form(3))
            #expect(late?.detail(ErrorInfo.self)?.retryAfterMs == 1_800_000)
        }
    }
}
