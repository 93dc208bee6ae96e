import RollcallAPI
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct ClockWatchTests {
    private func watch(_ world: AuthServer) -> ClockWatch {
        ClockWatch(
            store: world.auth.store, clock: world.clock.now, uptime: world.clock.uptime,
            logger: world.log.logger)
    }

    @Test func aCodeThatWasSentWhileTheClockWasAheadLivesNoLongerForIt() async throws {
        try await withAuth { world in
            let watch = watch(world)
            let lead = try await watch.look(since: nil)
            world.clock.set(by: .days(365))
            let ahead = try await watch.look(since: lead)
            let tokens = try await world.client.signUp(.anna()).tokens
            let code = try await world.newest(.verifyAddress).code
            let flow = try await world.requestReset()
            let reset = try await world.newest(.resetPassword)
            world.clock.set(by: .days(-365))
            _ = try await watch.look(since: ahead)
            let now = world.clock.now()
            #expect(try await world.auth.count("challenge", where: "createdAtMs > \(now)") == 0)
            // As long as ever, and no longer.
            world.clock.advance(.seconds(900 - 1))
            #expect(await world.reset(flow, reset.code?.otherCode)?.reasons == [.codeWrong])
            world.clock.advance(.seconds(1))
            #expect(await world.reset(flow, reset.code)?.reasons == [.codeExpired])
            #expect(await world.reset(link: reset.linkToken)?.reasons == [.linkInvalid])
            world.clock.advance(.seconds(3600 - 900))
            let refreshed = try await world.client.refresh(
                RefreshRequest(refreshToken: tokens?.refreshToken ?? ""))
            #expect(await world.verify(code, refreshed.tokens)?.reasons == [.codeExpired])
        }
    }

    /// As on a machine whose own clock has stopped, until it hears from a time server.
    @Test func aClockThatIsBehindAtTheStartSignsNobodyOut() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            world.clock.set(by: .days(-400))
            let lead = try await watch(world).look(since: nil)
            world.clock.set(by: .days(400))
            _ = try await watch(world).look(since: lead)
            _ = try await world.client.refresh(
                RefreshRequest(refreshToken: tokens?.refreshToken ?? ""))
        }
    }

    /// It would be sent a year later otherwise.
    @Test func aMailThatWaitsForAClockThatWasAheadIsDue() async throws {
        try await withAuth { world in
            world.clock.set(by: .days(365))
            _ = try await world.client.signUp(.anna())
            let now = world.clock.now()
            world.clock.set(by: .days(-365))
            #expect(try await world.auth.count("mail", where: "dueAtMs = \(now)") == 1)
            _ = try await watch(world).look(since: nil)
            let earlier = world.clock.now()
            #expect(
                try await world.auth.count(
                    "mail",
                    where: "dueAtMs = \(earlier) AND expiresAtMs - createdAtMs = 3600000") == 1)
        }
    }

    /// It would be sent twice otherwise.
    @Test func aMailThatAnInstanceSendsWhoseClockIsAheadStaysItsOwn() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let ahead = world.clock.now() + 30_000
            let end = ahead + 60_000
            try await world.auth.store.write { tx in
                _ = try tx.run(Self.claim, ahead, end)
            }
            _ = try await watch(world).look(since: nil)
            #expect(try await world.auth.count("mail", where: "dueAtMs = \(end)") == 1)
        }
    }

    private static let claim = Command<Int64, Int64>(
        "UPDATE mail SET createdAtMs = $1, dueAtMs = $2, claimedBy = 1")

    @Test func onlyAClockThatWasSetBackIsLookedInto() async throws {
        try await withAuth { world in
            let watch = watch(world)
            var lead = try await watch.look(since: nil)
            _ = try await world.client.signUp(.anna())
            let row = "createdAtMs = \(world.clock.now())"
            for change in [Duration.zero, .seconds(-1), .days(1)] {
                world.clock.set(by: change)
                lead = try await watch.look(since: lead)
                #expect(try await world.auth.count("challenge", where: row) == 1)
            }
            world.clock.set(by: .days(-2))
            lead = try await watch.look(since: lead)
            #expect(try await world.auth.count("challenge", where: row) == 0)
            #expect(lead == world.clock.now() - world.clock.uptime())
        }
    }
}
