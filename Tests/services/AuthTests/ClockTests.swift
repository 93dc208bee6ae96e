import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

/// What becomes of everything that has a time, when somebody sets the system's clock: an hour back,
/// as by a time server that was wrong, or a year forward and back again.
@Suite struct ClockTests {
    /// Whether Auth finds the clock set when it starts, or while it runs.
    enum Moment: CaseIterable {
        case running, stopped
    }

    private static let year = Duration.days(365)

    private func set(_ world: AuthServer, by step: Duration, _ moment: Moment) async throws {
        if moment == .stopped { try await world.stop() }
        let lead = world.clock.now() - world.clock.uptime()
        world.clock.set(by: step)
        if moment == .stopped { try await world.start() }
        // As it does of itself within the hour.
        let (store, clock) = (world.auth.store, world.clock)
        _ = try await ClockWatch(
            store: store, clock: clock.now, uptime: clock.uptime, logger: world.log.logger
        ).look(since: moment == .running ? lead : nil)
        try await world.auth.runtime.rotation.update()
        var ages = RevocationAges()
        try await world.auth.runtime.housekeeping().clean(&ages)
    }

    private func refresh(_ world: AuthServer, _ tokens: Tokens?) async throws -> Tokens? {
        try await world.client.refresh(
            RefreshRequest(refreshToken: tokens?.refreshToken ?? "")
        ).tokens
    }

    private func refusal(_ world: AuthServer, _ tokens: Tokens?) async -> Reason? {
        await failure { try await refresh(world, tokens) }?.reasons.first
    }

    private func isTaken(_ world: AuthServer, _ tokens: Tokens?) async throws -> Bool {
        let error = await failure {
            try await world.client.getSession(GetSessionRequest(), options: .bearer(tokens))
        }
        return error == nil
    }

    @Test(arguments: Moment.allCases)
    func anHourBackSignsNobodyOutAndBringsNobodyBack(moment: Moment) async throws {
        try await withAuth { world in
            let phone = try await world.client.signUp(.anna()).tokens
            let (laptop, thief) = (
                try await world.signIn(as: "anna").tokens, try await world.signIn(as: "anna").tokens
            )
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(laptop))
            let second = try await refresh(world, phone)
            let third = try await refresh(world, second)
            try await set(world, by: .seconds(-3600), moment)

            let fourth = try await refresh(world, third)
            #expect(try await isTaken(world, fourth))
            #expect(await refusal(world, laptop) == .sessionEnded)
            #expect(try await isTaken(world, laptop) == false)
            // A reply that was lost is given again, and a token that was used is still known.
            #expect(try await refresh(world, third)?.refreshToken == fourth?.refreshToken)
            #expect(await refusal(world, second) == .refreshTokenReused)
            #expect(await refusal(world, fourth) == .sessionEnded)
            _ = try await refresh(world, thief)
            _ = try await world.signIn(as: "anna")
        }
    }

    @Test(arguments: Moment.allCases)
    func aYearForwardEndsSessionsAndNoneThatWasRevokedIsBackAfterwards(
        moment: Moment
    ) async throws {
        try await withAuth { world in
            let phone = try await world.client.signUp(.anna()).tokens
            let laptop = try await world.signIn(as: "anna").tokens
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(laptop))
            try await set(world, by: Self.year, moment)

            #expect(await refusal(world, phone) == .sessionEnded)
            #expect(try await isTaken(world, phone) == false)
            #expect(await refusal(world, laptop) != nil)
            let ahead = try await world.signIn(as: "anna").tokens
            #expect(try await isTaken(world, ahead))
            try await set(world, by: .zero - Self.year, moment)

            #expect(await refusal(world, laptop) != nil)
            #expect(try await isTaken(world, laptop) == false)
            // Sessions of that time go on, and users can sign in.
            #expect(try await isTaken(world, try await refresh(world, ahead)))
            let now = try await world.signIn(as: "anna").tokens
            #expect(try await isTaken(world, now))
            #expect(try await isTaken(world, try await refresh(world, now)))
        }
    }

    @Test(arguments: Moment.allCases)
    func whoWasRevokedAheadStaysRevoked(moment: Moment) async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            try await set(world, by: Self.year, moment)
            let ahead = try await world.signIn(as: "anna").tokens
            _ = try await world.client.revokeAllSessions(
                RevokeAllSessionsRequest(), options: .bearer(ahead))
            try await set(world, by: .zero - Self.year, moment)
            for ended in [tokens, ahead] {
                #expect(await refusal(world, ended) != nil)
                #expect(try await isTaken(world, ended) == false)
            }
        }
    }

    @Test(arguments: Moment.allCases)
    func anHourBackACodeIsGoodForOneUse(moment: Moment) async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            try await set(world, by: .seconds(-3600), moment)
            #expect(await world.reset(flow, code) == nil)
            #expect(await world.reset(flow, code)?.reasons == [.codeWrong])
            #expect(await world.signInError("battery staple") == nil)
        }
    }

    @Test(arguments: Moment.allCases)
    func aYearForwardEveryCodeIsDeadAndAnotherIsGood(moment: Moment) async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            try await set(world, by: Self.year, moment)
            #expect(await world.reset(flow, code)?.reasons == [.codeExpired])
            let other = try await world.requestReset()
            #expect(await world.reset(other, try await world.newest(.resetPassword).code) == nil)
            try await set(world, by: .zero - Self.year, moment)
            // What died does not come back to life.
            #expect(await world.reset(flow, code)?.reasons != [])
            #expect(await world.signInError("battery staple") == nil)
        }
    }

    /// The tries of a code are counted, not timed.
    @Test func noClockGivesTriesBack() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            for _ in 0..<Challenge.tries { _ = await world.reset(flow, code?.otherCode) }
            try await set(world, by: .seconds(-3600), .stopped)
            #expect(await world.reset(flow, code)?.reasons == [.codeExpired])
        }
    }

    /// The limits of mails, which are the longest, go by a clock that nobody sets.
    @Test(arguments: [[-3600], [31_536_000], [31_536_000, -31_536_000]])
    func noMailboxIsShutOrOpenedByTheClock(steps: [Int]) async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.limits[.mailAccount] = LimitPolicy(3, per: 900) }
            let signedUp = try await world.client.signUp(.anna())
            for isSent in [true, true, true, false] {
                let error = await failure {
                    try await world.auth.account.sendVerification(
                        SendVerificationRequest(), options: .bearer(signedUp.tokens))
                }
                #expect((error == nil) == isSent)
            }
            for step in steps { world.clock.set(by: .seconds(step)) }
            let limits = world.auth.runtime.limits
            let id = try #require(UUIDv7(signedUp.session?.userID ?? ""))
            let unit = try limits.permit(.mailAccount, of: .account(id))
            #expect(await limits.take([unit]) == .seconds(300))
            world.clock.advance(.seconds(300))
            #expect(await limits.take([unit]) == nil)
        }
    }
}
