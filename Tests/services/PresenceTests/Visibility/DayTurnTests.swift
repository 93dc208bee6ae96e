import RollcallCrypto
import Testing

@testable import Presence

@Suite struct DayTurnTests {
    @Test func everybodyIsLookedAtOnceSomeAtATime() {
        var turn = DayTurn(Day(number: 7))
        for (day, before) in [(7, nil), (8, Day(number: 7)), (9, Day(number: 8))] {
            var seen: [UserTable.Index] = []
            var longest = 0
            for _ in 0..<6 {
                let some = turn.take(of: 200_001, on: Day(number: UInt16(day)))
                if !some.isEmpty { #expect(turn.before == before) }
                seen += some
                longest = max(longest, some.count)
            }
            #expect(seen == Array(0..<200_001))
            #expect(longest == 50_000)
        }
    }

    /// Some were told of the one day, and some of the other.
    @Test func afterADayThatEndsEarlyNobodyIsTrustedToKnow() {
        var turn = DayTurn(Day(number: 7))
        #expect(turn.take(of: 10, on: Day(number: 7)) == 0..<10)
        #expect(turn.take(of: 100_000, on: Day(number: 8)) == 0..<50_000)
        #expect(turn.before == Day(number: 7))
        // The clock is set back.
        #expect(turn.take(of: 100_000, on: Day(number: 7)) == 0..<50_000)
        #expect(turn.before == nil)
        #expect(turn.take(of: 100_000, on: Day(number: 7)) == 50_000..<100_000)
        #expect(turn.take(of: 100_000, on: Day(number: 7)).isEmpty)
    }

    /// A device beats after midnight, before the scan that tells of the new day.
    @Test(arguments: [1, 2, 9] as [Int64])
    func whatWasToldBeforeCountsThoughTheUserWasSeenSince(pause: Int64) throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        let (anna, berta) = (try ids.next(), try ids.next())
        func time(_ day: Int64) -> Moment { Moment(monotonic: 1_000, wall: day * 86_400_000) }
        var roster = Roster(
            configuration: PresenceConfiguration(), epoch: 1, firstLeaseID: 1, now: time(20_000))
        roster.blocks.isKnown = true
        roster.apply(Roster.Setting(user: anna, visibility: .coarse, number: 1))
        let wanted = LeaseRequest(device: DeviceKey(bits: 1), session: anna, duration: 300_000)
        _ = try roster.goOnline(anna, wanted, at: time(20_000))
        roster.turnDay(at: time(20_005))
        let lease = try roster.goOnline(anna, wanted, at: time(20_005))
        let watch = try roster.openWatch(
            WatchChange(added: [anna]), by: WatchCaller(user: berta, session: berta, end: .max))
        let snapshot = roster.takeUpdate(of: watch)
        #expect(try snapshot?.entries.map(\.bucket) == [.thisWeek])
        // The bucket on the day before is not what was told then, as the user was seen on that day,
        // too.
        let next = time(20_005 + pause)
        _ = try roster.renew(lease.id, of: anna, at: next)
        roster.turnDay(at: next)
        _ = roster.watches.fanOut(.max)
        let update = roster.takeUpdate(of: watch)
        let bucket = roster.entry(of: anna).bucket
        #expect(bucket == (pause > 7 ? .thisMonth : .recently))
        #expect(try update?.entries.map(\.bucket) == [bucket])
    }
}
