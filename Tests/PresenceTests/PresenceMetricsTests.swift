import MetricsTestKit
import RollcallCrypto
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
            let wish = LeaseWish(device: device, session: user, duration: 5_000, mode: mode)
            leases.append(try roster.goOnline(user, wish, at: now))
        }
        roster.goOffline(leases[1].id, of: users[1], at: now)
        while now.monotonic < 4_500 {
            now.monotonic += 500
            roster.expire(at: now)
        }
        _ = try roster.renew(leases[2].id, of: users[2], at: now)
        now.monotonic += 700
        roster.expire(at: now)
        metrics.publish(roster.counts, roster.takeTally())
        metrics.publish(roster.counts, roster.takeTally())

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

    @Test func theJournalIsCounted() throws {
        let metrics = PresenceMetrics(factory: backend)
        metrics.countJournal(rows: 3)
        metrics.countJournal(rows: nil)
        #expect(try backend.expectCounter("presence.journal.rows").totalValue == 3)
        #expect(try backend.expectCounter("presence.journal.failures").totalValue == 1)
    }
}
