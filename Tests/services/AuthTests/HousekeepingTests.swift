import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct HousekeepingTests {
    private func clean(_ world: AuthServer, _ ages: inout RevocationAges) async throws {
        try await world.auth.runtime.housekeeping().clean(&ages)
    }

    @Test func revocationsGoWhenNoAccessTokenCanLiveAndSessionsAMonthAfterTheirEnd() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let old = try await world.signIn().tokens
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(old))
            var ages = RevocationAges()
            try await clean(world, &ages)
            world.clock.advance(Housekeeping.revocationAge)
            try await clean(world, &ages)
            #expect(try await world.auth.count("revocation") == 1)
            world.clock.advance(.seconds(1))
            try await clean(world, &ages)
            #expect(try await world.auth.count("revocation") == 0)
            #expect(await world.end(of: old) == .sessionEnded)
            world.clock.advance(.days(30) - Housekeeping.revocationAge - .seconds(1))
            try await clean(world, &ages)
            #expect(try await world.auth.count("session") == 2)
            world.clock.advance(.seconds(1))
            try await clean(world, &ages)
            #expect(try await world.auth.count("session") == 1)
        }
    }

    @Test func refusedSignInsGoAfterAMonth() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            _ = await world.signInError("wrong")
            var ages = RevocationAges()
            world.clock.advance(.days(30))
            try await clean(world, &ages)
            #expect(try await world.auth.count("refusedSignIn") == 1)
            world.clock.advance(.seconds(1))
            try await clean(world, &ages)
            #expect(try await world.auth.count("refusedSignIn") == 0)
        }
    }

    /// When the clock is set back, tokens of the session are valid again: new followers have to
    /// hear of its end.
    @Test func aClockThatIsSetForwardForgetsNoRevocation() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let ended = try await world.signIn()
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(ended.tokens))
            var ages = RevocationAges()
            for restarts in [false, true] {
                world.clock.set(by: .days(365))
                if restarts {
                    try await world.stop()
                    try await world.start()
                    ages = RevocationAges()
                }
                for _ in 0..<2 { try await clean(world, &ages) }
                world.clock.set(by: .days(-365))
            }
            let stream = try await world.follow()
            let id = try #require(UUIDv7(ended.session?.sessionID ?? ""))
            #expect(try await stream.next()?.sessionIDs == [id.bytes])
            stream.cancel()
        }
    }

    @Test func whatIsOldInAnEpochIsNewInTheNext() async throws {
        var ages = RevocationAges()
        let first = RevocationPosition(epoch: 1, version: 9)
        let second = RevocationPosition(epoch: 2, version: 3)
        var old = ages.note(first, at: 0, olderThan: 10)
        #expect(old == nil)
        old = ages.note(first, at: 11, olderThan: 10)
        #expect(old == first)
        old = ages.note(second, at: 12, olderThan: 10)
        #expect(old == nil)
        old = ages.note(RevocationPosition(epoch: 2, version: 7), at: 23, olderThan: 10)
        #expect(old == second)
        try await withAuth { world in
            let position = try #require(world.auth.store.feed.position)
            _ = try await world.client.signUp(.anna())
            let ended = try await world.signIn().tokens
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(ended))
            let past = RevocationPosition(epoch: position.epoch ^ 1, version: 100)
            let isMore = try await world.auth.store.deleteRevocations(upTo: past, limit: 10)
            #expect(!isMore)
            #expect(try await world.auth.count("revocation") == 1)
        }
    }

    @Test func noticesOfProfileAreForgottenAMonthAfterTheyCame() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.addNotice()
            try await world.readNotices()
            var ages = RevocationAges()
            world.clock.advance(.days(30))
            try await clean(world, &ages)
            #expect(try await world.auth.count("receivedNotice") == 1)
            world.clock.advance(.seconds(1))
            try await clean(world, &ages)
            #expect(try await world.auth.count("receivedNotice") == 0)
        }
    }

    @Test func aSignInThatWasNotConfirmedIsForgottenWhenItsCodeHasExpired() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.stop()
            try await world.start { $0.confirmsUnknownDevices = true }
            #expect(try await world.signIn().pending != nil)
            var ages = RevocationAges()
            for count in [1, 0] {
                world.clock.advance(.seconds(count == 1 ? 599 : 1))
                try await clean(world, &ages)
                let left = try await world.auth.count("challenge", where: "purpose = 'signIn'")
                #expect(left == count)
            }
        }
    }

    @Test func moreThanABatchGoesInSeveral() async throws {
        try await withAuth { world in
            let ids = UUIDv7Generator(clock: world.clock.now)
            let now = world.clock.now()
            let ended = try (0..<Housekeeping.batchLimit + 5).map { _ in try ids.next() }
            try await world.auth.store.write { tx in
                for id in ended { try tx.revoke(id, reason: .revoked, now: now) }
            }
            let position = world.auth.store.feed.position
            var ages = RevocationAges()
            try await clean(world, &ages)
            world.clock.advance(.days(1))
            try await clean(world, &ages)
            #expect(try await world.auth.count("revocation") == 0)
            // Versions are not used again.
            try await world.stop()
            try await world.start()
            #expect(world.auth.store.feed.position == position)
        }
    }
}
