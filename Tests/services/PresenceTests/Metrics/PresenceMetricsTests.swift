import MetricsTestKit
import RollcallCrypto
import TestSupport
import Testing

@testable import Presence

@Suite struct PresenceMetricsTests {
    private let backend = TestMetrics()

    @Test func theMetricsSayHowMuchThereIsAndWhatHasHappened() throws {
        var roster = Roster(
            configuration: PresenceConfiguration(), epoch: 1, firstLeaseID: 1,
            now: Moment(monotonic: 0, wall: 1_800_000_000_000))
        let metrics = PresenceMetrics(factory: backend)
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        var now = Moment(monotonic: 0, wall: 1_800_000_000_000)
        let users = try (0..<3).map { _ in try ids.next() }
        let device = try #require(DeviceKey("phone"))
        var leases: [Lease] = []
        for (user, mode) in zip(users, [DeviceMode.online, .away, .invisible]) {
            let wanted = LeaseRequest(device: device, session: user, duration: 5_000, mode: mode)
            leases.append(try roster.goOnline(user, wanted, at: now))
        }
        roster.goOffline(leases[1].id, of: users[1], at: now)
        while now.monotonic < 4_500 {
            now.monotonic += 500
            roster.expire(at: now)
        }
        _ = try roster.renew(leases[2].id, of: users[2], at: now)
        now.monotonic += 700
        roster.expire(at: now)
        for _ in 0..<2 {
            metrics.publish(
                roster.counts, roster.leases.takeTally(), fanOutLags: roster.watches.takeLags())
        }

        #expect(try backend.expectMeter("presence.users").lastValue == 3)
        #expect(try backend.expectMeter("presence.leases").lastValue == 1)
        for state in ["online", "away"] {
            let meter = try backend.expectMeter("presence.users.visible", [("state", state)])
            #expect(meter.lastValue == 0)
        }
        #expect(try backend.expectCounter("presence.renewals").totalValue == 1)
        for (cause, count) in [("offline", 1), ("silence", 1), ("grace", 0)] {
            let ends = try backend.expectCounter("presence.lease.ends", [("cause", cause)])
            #expect(ends.totalValue == count)
        }
        let delays = try backend.expectTimer("presence.detection.delay").values
        #expect(delays == [200_000_000])
    }

    @Test func theMetricsSayHowLongChangesWaited() throws {
        let now = Moment(monotonic: 0, wall: 1_800_000_000_000)
        var roster = Roster(
            configuration: PresenceConfiguration(), epoch: 1, firstLeaseID: 1, now: now)
        roster.blocks.isKnown = true
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        let (user, viewer) = (try ids.next(), try ids.next())
        let wanted = LeaseRequest(device: DeviceKey(bits: 1), session: user, duration: 5_000)
        let lease = try roster.goOnline(user, wanted, at: now)
        let watches = try (0..<2).map { _ in
            try roster.openWatch(
                WatchChange(added: [user]),
                by: WatchCaller(user: viewer, session: viewer, end: .max))
        }
        for watch in watches { #expect(try roster.takeUpdate(of: watch)?.entries.count == 1) }
        for (time, isAway) in [(10, true), (12, false), (13, true)] as [(Int64, Bool)] {
            roster.watches.now = time
            _ = try roster.renew(lease.id, of: user, isAway: isAway, at: now)
        }
        roster.watches.now = 17
        #expect(roster.watches.fanOut(.max).count == 2)
        for watch in watches { #expect(try roster.takeUpdate(of: watch)?.entries.count == 1) }
        let metrics = PresenceMetrics(factory: backend)
        for _ in 0..<2 {
            metrics.publish(
                roster.counts, roster.leases.takeTally(), fanOutLags: roster.watches.takeLags())
        }
        #expect(try backend.expectTimer("presence.fan_out.lag").values == [7_000_000])
    }

    /// As the hub tells watches: the first change at once, the next one at the end of a tick.
    @Test func theLagIsCountedFromTheChangeToTheTick() async throws {
        let clock = TestClock()
        let hub = try PresenceHub(
            journal: StoredJournal(), configuration: PresenceConfiguration(),
            clock: clock.now, monotonicClock: clock.uptime, random: .system)
        let user = try UUIDv7Generator(clock: clock.now).next()
        let wanted = LeaseRequest(device: DeviceKey(bits: 1), session: user, duration: 5_000)
        let lease = try hub.withRoster { roster, now in
            roster.blocks.isKnown = true
            return try roster.goOnline(user, wanted, at: now)
        }
        let watch = try hub.openWatch(
            WatchChange(added: [user]), by: WatchCaller(user: user, session: user, end: .max))
        #expect(try hub.takeUpdate(of: watch)?.isSnapshot == true)
        for isAway in [true, false] {
            clock.advance(3)
            _ = try hub.withRoster { roster, now in
                try roster.renew(lease.id, of: user, isAway: isAway, at: now)
            }
        }
        clock.advance(4)
        let ticks = Task { await hub.keepTicks() }
        try await eventually { !hub.withRoster { roster, _ in roster.watches.isFanningOut } }
        ticks.cancel()
        await ticks.value
        #expect(try hub.takeUpdate(of: watch)?.entries.count == 1)
        #expect(hub.withRoster { roster, _ in roster.watches.takeLags() } == [0, 4])
    }

    /// A24: of a user with more watchers than are told at once, the last one counts.
    @Test func theLagOfAUserWithManyWatchersIsThatOfTheLast() throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        let owner = try ids.next()
        var table = WatchTable()
        for _ in 0..<5_000 {
            let id = table.open(
                by: WatchCaller(user: owner, session: owner, end: .max), .changes)
            table.add([1], to: id) { _ in false }
            _ = table.take(id, limit: 10, seenOtherwise: []) { _ in false }
        }
        table.now = 100
        table.change(1)
        for time in [100, 110] as [Int64] {
            table.now = time
            #expect(table.fanOut(2_000).count == 2_000)
        }
        table.change(1)
        table.now = 130
        #expect(table.fanOut(2_000).count == 1_000)
        table.now = 145
        while table.isFanningOut { _ = table.fanOut(2_000) }
        #expect(table.takeLags() == [30, 35])
    }

    @Test func theJournalIsCounted() throws {
        let metrics = PresenceMetrics(factory: backend)
        metrics.countJournal(rows: 3)
        metrics.countJournal(rows: nil)
        #expect(try backend.expectCounter("presence.journal.rows").totalValue == 3)
        #expect(try backend.expectCounter("presence.journal.failures").totalValue == 1)
    }
}
