import RollcallCrypto
import Testing

@testable import Presence

@Suite struct PresenceCacheTests {
    private let ids = UUIDv7Generator { 1_800_000_000_000 }

    /// What a cache appends of a user who was last seen at some time.
    private func told(
        _ cache: inout PresenceCache, _ user: UserTable.Index, isHidden: Bool = false,
        _ id: UUIDv7, at time: Int64
    ) throws -> Roster.Entry {
        var list = EncodedPresences()
        append(user, isHidden: isHidden, id, at: time, from: &cache, to: &list)
        return try #require(try list.entries.first)
    }

    private func append(
        _ user: UserTable.Index, isHidden: Bool, _ id: UUIDv7, at time: Int64,
        from cache: inout PresenceCache, to list: inout EncodedPresences
    ) {
        let key = PresenceCache.Key(user: user, isHidden: isHidden)
        guard !cache.append(key, to: &list) else { return }
        cache.append(Roster.Entry(user: id, state: .online, lastSeen: time), as: key, to: &list)
    }

    @Test func aPresenceIsMadeOnceUntilAllIsForgotten() throws {
        var cache = PresenceCache()
        let id = try ids.next()
        #expect(try told(&cache, 7, id, at: 1).lastSeen == 1)
        #expect(try told(&cache, 7, id, at: 2).lastSeen == 1)
        cache.removeAll()
        #expect(try told(&cache, 7, id, at: 3).lastSeen == 3)
        #expect(try told(&cache, 7, id, at: 4).lastSeen == 3)
    }

    @Test func usersAndWhatIsHiddenAreKeptApart() throws {
        var cache = PresenceCache()
        let user = UserTable.Index(5)
        // It has the same slot.
        let other = user + UserTable.Index(PresenceCache.slotCount)
        let (id, otherID) = (try ids.next(), try ids.next())
        #expect(try told(&cache, user, id, at: 1).user == id)
        #expect(try told(&cache, other, otherID, at: 2).user == otherID)
        #expect(try told(&cache, user, id, at: 3).lastSeen == 3)
        #expect(try told(&cache, user, isHidden: true, id, at: 4).lastSeen == 4)
        #expect(try told(&cache, user, id, at: 5).lastSeen == 5)
    }

    @Test func itBeginsAnewWhenItIsFull() throws {
        var (cache, list) = (PresenceCache(), EncodedPresences())
        let id = try ids.next()
        for round in 0..<20 {
            for user in 0..<UserTable.Index(PresenceCache.slotCount) {
                let time = Int64(round * 10_000 + Int(user) + 1)
                append(user, isHidden: round % 2 == 0, id, at: time, from: &cache, to: &list)
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
