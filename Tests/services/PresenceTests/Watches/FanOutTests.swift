import RollcallCrypto
import TestSupport
import Testing

@testable import Presence

/// How watches hear of changes: all in the end, and nobody long after the others.
@Suite struct FanOutTests {
    private let ids = UUIDv7Generator { 1_800_000_000_000 }

    /// A24.
    @Test func aUserWithVeryManyWatchersWaitsForTheOthers() throws {
        var table = WatchTable()
        let many = try watches(of: 1, 100_000, in: &table)
        let few = try watches(of: 2, 3, in: &table)
        table.change(1)
        var woken = table.fanOut(10_000)
        #expect(woken.count <= 10_000)
        // Somebody else changes in the midst of it, and is told in the next turn.
        table.change(2)
        woken += table.fanOut(10_000)
        #expect(Set(few).isSubset(of: woken))
        var turns = 2
        while table.isFanningOut {
            let more = table.fanOut(10_000)
            #expect(more.count <= 10_000)
            woken += more
            turns += 1
        }
        #expect(turns <= 12)
        #expect(woken.count == many.count + few.count)
        #expect(Set(woken) == Set(many + few))
    }

    @Test func aUserThatChangesWithoutEndIsToldToAll() throws {
        var table = WatchTable()
        let all = try watches(of: 1, 50_000, in: &table)
        var told: Set<WatchTable.ID> = []
        table.change(1)
        for _ in 0..<12 {
            for id in table.fanOut(5_000) { told.insert(id) }
            table.change(1)
        }
        #expect(told == Set(all))
    }

    @Test func whatIsToldTogetherIsOneUpdate() throws {
        var table = WatchTable()
        let id = try watches(of: 1, 1, in: &table)[0]
        table.add([2, 3], to: id) { _ in false }
        for user in [1, 2, 3, 2, 1] as [UserTable.Index] { table.change(user) }
        #expect(table.fanOut(100) == [id])
        #expect(take(id, of: &table)?.users.sorted() == [1, 2, 3])
        #expect(take(id, of: &table) == nil)
        #expect(!table.isFanningOut)
    }

    @Test func whatWasToldWithTheChangeOfAnotherWakesNobodyAgain() throws {
        var table = WatchTable()
        let id = try watches(of: 1, 1, in: &table)[0]
        table.add([2], to: id) { _ in false }
        table.change(1)
        table.change(2)
        #expect(table.fanOut(1) == [id])
        #expect(take(id, of: &table)?.users.sorted() == [1, 2])
        #expect(table.fanOut(100) == [])
        table.change(2)
        #expect(table.fanOut(100) == [id])
    }

    /// The same of a roster, whose watches are told all that has changed until they ask.
    @Test func aRosterWakesNoWatchForWhatItHasTold() throws {
        let now = Moment(monotonic: 1_000, wall: 1_800_000_000_000)
        var roster = Roster(
            configuration: PresenceConfiguration(), epoch: 1, firstLeaseID: 1, now: now)
        roster.blocks.isKnown = true
        let (users, viewer) = ([try ids.next(), try ids.next()], try ids.next())
        let leases = try users.map { user in
            try roster.goOnline(
                user, LeaseRequest(device: DeviceKey(bits: 1), session: user, duration: 5_000),
                at: now)
        }
        let watch = try roster.openWatch(
            WatchChange(added: users), by: WatchCaller(user: viewer, session: viewer, end: .max))
        #expect(try roster.takeUpdate(of: watch)?.entries.count == 2)
        _ = roster.watches.fanOut(.max)
        for (user, lease) in zip(users, leases) {
            _ = try roster.renew(lease.id, of: user, isAway: true, at: now)
        }
        #expect(roster.watches.fanOut(1) == [watch])
        #expect(try roster.takeUpdate(of: watch)?.entries.map(\.state) == [.away, .away])
        #expect(roster.watches.isFanningOut)
        #expect(roster.watches.fanOut(.max) == [])
        #expect(roster.takeUpdate(of: watch) == nil)

        _ = try roster.renew(leases[1].id, of: users[1], isAway: false, at: now)
        #expect(roster.watches.fanOut(.max) == [watch])
        #expect(try roster.takeUpdate(of: watch)?.entries.map(\.user) == [users[1]])
    }

    @Test(arguments: 1...50)
    func theQueueHasEachUserOnceAndLosesNone(seed: UInt64) {
        var numbers = TestNumbers(seed: seed)
        var queue = FanOutQueue()
        var model: [UInt32] = []
        for _ in 0..<20_000 {
            let user = UInt32.random(in: 0..<6_000, using: &numbers)
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0..<3:
                queue.add(user, isUnderWay: false, now: 0)
                if !model.contains(user) { model.append(user) }
            default:
                let next = queue.next()
                #expect(next?.user == model.first)
                guard let next else { continue }
                model.removeFirst()
                if Int.random(in: 0..<4, using: &numbers) == 0 {
                    queue.putBack(next)
                    model.append(next.user)
                } else {
                    queue.finish(next.user)
                }
            }
            if model.count > 300 { break }
        }
        while let next = queue.next() {
            #expect(next.user == model.removeFirst())
            queue.finish(next.user)
        }
        #expect(model.isEmpty && queue.isEmpty)
    }

    /// A watch of 10,000 users is told of all of them in parts, and a part says that it is one.
    @Test func aLongUpdateComesInParts() throws {
        var table = WatchTable()
        let id = try watches(of: 0, 1, in: &table)[0]
        table.add(Array(1..<2_500), to: id) { _ in true }
        for user in 0..<2_500 as Range<UserTable.Index> { table.change(user) }
        _ = table.fanOut(.max)
        let version = table.version
        var told: [UserTable.Index] = []
        for number in 1...3 {
            let part = try #require(take(id, of: &table))
            told += part.users
            #expect(part.users.count <= 1_000)
            #expect(part.version == (number == 3 ? version : nil))
            // What changes meanwhile is told in the end, too.
            if number == 1 { table.change(told[0]) }
        }
        #expect(told.sorted() == Array(0..<2_500))
        _ = table.fanOut(.max)
        #expect(take(id, of: &table)?.users == [told[0]])
    }

    @Test func everybodyIsToldWhatConcernsAll() throws {
        var table = WatchTable()
        let all = try watches(of: 1, 5_000, in: &table)
        _ = table.close(all[17])
        table.setStale(.engine, since: 1)
        var woken: [WatchTable.ID] = []
        while table.isFanningOut { woken += table.fanOut(1_000) }
        #expect(woken == all.filter { $0 != all[17] })
        #expect(take(all[0], of: &table)?.users == [])
    }

    /// Watches of one user, which were told already.
    private func watches(
        of user: UserTable.Index, _ count: Int, in table: inout WatchTable
    ) throws -> [WatchTable.ID] {
        let owner = try ids.next()
        return try (0..<count).map { _ in
            let caller = WatchCaller(user: owner, session: try ids.next(), end: .max)
            let id = table.open(by: caller, .changes)
            table.add([user], to: id) { _ in false }
            _ = take(id, of: &table)
            return id
        }
    }

    private func take(_ id: WatchTable.ID, of table: inout WatchTable) -> WatchTable.Part? {
        table.take(id, limit: 1_000, seenOtherwise: []) { _ in false }
    }
}
