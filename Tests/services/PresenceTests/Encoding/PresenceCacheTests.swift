import NIOCore
import RollcallCrypto
import Testing

@testable import Presence

@Suite struct PresenceCacheTests {
    private let ids = UUIDv7Generator { 1_800_000_000_000 }

    private func key(_ user: UserTable.Index, _ id: UUIDv7) -> PresenceCache.Key {
        PresenceCache.Key(
            user: user, id: id, isHidden: false, version: 1, lastSeen: 1, today: Day(number: 1))
    }

    /// What a cache appends for a key. A presence that is not cached has `time` as its last seen
    /// time.
    private func told(
        _ cache: inout PresenceCache, _ key: PresenceCache.Key, at time: Int64
    ) throws -> Roster.Entry {
        var list = ByteBuffer()
        append(key, at: time, from: &cache, to: &list)
        return try #require(try list.entries.first)
    }

    private func append(
        _ key: PresenceCache.Key, at time: Int64, from cache: inout PresenceCache,
        to list: inout ByteBuffer
    ) {
        guard !cache.append(key, to: &list) else { return }
        cache.append(
            Roster.Entry(user: key.id, state: .online, lastSeen: time), as: key, to: &list)
    }

    @Test func aPresenceIsEncodedOnceUntilItsUserChanges() throws {
        let old = key(7, try ids.next())
        var changed = Array(repeating: old, count: 4)
        changed[0].version = 2
        changed[1].lastSeen = 2
        changed[2].today = Day(number: 2)
        changed[3].id = try ids.next()
        for new in changed {
            var cache = PresenceCache()
            #expect(try told(&cache, old, at: 1).lastSeen == 1)
            #expect(try told(&cache, old, at: 2).lastSeen == 1)
            #expect(try told(&cache, new, at: 3).lastSeen == 3)
            #expect(try told(&cache, new, at: 4).lastSeen == 3)
            #expect(cache.encodedCount == 2)
        }
    }

    @Test func aHeartbeatLeavesThePresencesOfOthersEncoded() throws {
        var now = Moment(monotonic: 1_000, wall: 1_800_000_000_000)
        var roster = Roster(
            configuration: PresenceConfiguration(), epoch: 1, firstLeaseID: 1, now: now)
        roster.blocks.isKnown = true
        let users = try (0..<4).map { _ in try ids.next() }
        let leases = try users.map { user in
            try roster.goOnline(
                user, LeaseRequest(device: DeviceKey(bits: 1), session: user, duration: 30_000),
                at: now)
        }
        for viewer in users[2...] {
            let caller = WatchCaller(user: viewer, session: viewer, end: .max)
            let opening = WatchChange(added: Array(users[..<2]))
            let watch = try roster.openWatch(opening, by: caller)
            let taken = roster.takeUpdate(of: watch)
            let update = try #require(taken)
            #expect(
                try update.entries == roster.entries(of: Array(users[..<2]), seenBy: viewer))
            // The first user's last seen time is another one for the second watch.
            #expect(roster.presenceCache.encodedCount == (viewer == users[2] ? 2 : 3))
            now.wall += 1_000
            now.monotonic += 1_000
            for index in [0, 2, 3] {
                _ = try roster.renew(leases[index].id, of: users[index], at: now)
            }
        }
    }

    @Test func usersAndWhatIsHiddenAreKeptApart() throws {
        var cache = PresenceCache()
        let user = UserTable.Index(5)
        // It has the same slot.
        let other = user + UserTable.Index(PresenceCache.slotCount)
        let (id, otherID) = (try ids.next(), try ids.next())
        var hidden = key(user, id)
        hidden.isHidden = true
        #expect(try told(&cache, key(user, id), at: 1).user == id)
        #expect(try told(&cache, key(other, otherID), at: 2).user == otherID)
        #expect(try told(&cache, key(user, id), at: 3).lastSeen == 3)
        #expect(try told(&cache, hidden, at: 4).lastSeen == 4)
        #expect(try told(&cache, key(user, id), at: 5).lastSeen == 5)
    }

    @Test func itBeginsAnewWhenItIsFull() throws {
        var (cache, list) = (PresenceCache(), ByteBuffer())
        let id = try ids.next()
        for round in 0..<20 {
            for user in 0..<UserTable.Index(PresenceCache.slotCount) {
                let time = Int64(round * 10_000 + Int(user) + 1)
                var key = self.key(user, id)
                key.isHidden = round % 2 == 0
                append(key, at: time, from: &cache, to: &list)
            }
        }
        let entries = try list.entries
        #expect(entries.count == 20 * PresenceCache.slotCount)
        #expect(
            entries.enumerated().allSatisfy { index, entry in
                let (round, user) = index.quotientAndRemainder(dividingBy: PresenceCache.slotCount)
                return entry.lastSeen == Int64(round * 10_000 + user + 1)
            })
    }
}
