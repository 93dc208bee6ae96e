import RollcallAPI
import RollcallCrypto
import TestPostgreSQL
import TestSupport
import Testing

@testable import Presence

/// A12, A13, A14: wherever the service is killed, a watch that comes back with its cursor knows
/// what a new one is told. It is told of what has changed and of nothing else, if all that it was
/// told before is written; otherwise it begins anew.
@Suite struct RestartResumeModelTests {
    /// - Parameter views: how many blocks and ends of blocks the roster can tell of later.
    @Test(arguments: 1...40, [200_000, 5])
    func aWatchThatComesBackKnowsWhatANewOneIsTold(seed: UInt64, views: Int) async throws {
        var numbers = TestNumbers(seed: seed)
        var world = try await RestartedRoster(&numbers, views: views)
        for _ in 0..<250 {
            try await world.step(&numbers)
            await Task.yield()
        }
        #expect(world.restarts > 0)
    }

    @Suite(.onEachEngine) struct OnAStore {
        @Test(arguments: 1...3 as ClosedRange<UInt64>)
        func itDoesSoOnARealStore(seed: UInt64) async throws {
            let folder = try TemporaryDirectory()
            let store = try await presenceStore(in: folder)
            var numbers = TestNumbers(seed: seed)
            var world = try await RestartedRoster(&numbers, views: 200_000, store: store)
            for _ in 0..<250 { try await world.step(&numbers) }
            try store.close()
        }
    }
}

/// A roster that is killed and restarted, and watchers that come back with their cursors.
private struct RestartedRoster {
    struct Watcher {
        let owner: UUIDv7
        let users: [UUIDv7]
        var watch: WatchTable.ID?
        var cursor: PresenceCursor?
        /// In which run the cursor was told.
        var run = 0
        var known: [UUIDv7: Roster.Entry] = [:]
        /// Who may look otherwise to the owner since the watcher was last told.
        var changed: Set<UUIDv7> = []
    }

    private let users: [UUIDv7]
    private let views: Int
    private var roster: Roster
    private var journal: JournalCopy
    private var now = Moment(monotonic: 1_000, wall: 1_800_000_000_000)
    private var leases: [(id: UInt64, user: UUIDv7)] = []
    private var watchers: [Watcher] = []
    /// What Profile says.
    private var blocked: [UUIDv7: [UUIDv7]] = [:]
    /// Who is to be erased, until it is written.
    private var leaving: Set<UUIDv7> = []
    /// The version up to which each run has written everything.
    private var written: [Int: UInt64] = [:]
    private var isWhole = true
    private var floor: UInt64 = 0
    private var run = 0
    private(set) var restarts = 0

    init(_ numbers: inout TestNumbers, views: Int, store: PresenceStore? = nil) async throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        users = try (0..<10).map { _ in try ids.next() }
        self.views = views
        journal = try await JournalCopy(store)
        roster = Self.roster(&numbers, views: views, now)
        roster.restore(StoredJournal(), at: now)
        roster.blocks.isKnown = true
        try await journal.begin(roster.journal.history)
        written[0] = roster.journal.history.base
        for index in 0..<6 {
            let count = Int.random(in: 2...users.count, using: &numbers)
            watchers.append(
                Watcher(
                    owner: users[index / 2],
                    users: Array(users.shuffled(using: &numbers).prefix(count))))
        }
    }

    private static func roster(
        _ numbers: inout TestNumbers, views: Int, _ now: Moment
    ) -> Roster {
        var roster = Roster(
            configuration: PresenceConfiguration(), epoch: numbers.next(),
            firstLeaseID: numbers.next(), now: now)
        roster.watches = WatchTable(views: ViewChanges(limit: views))
        return roster
    }

    mutating func step(_ numbers: inout TestNumbers) async throws {
        let before = seen
        let user = users[Int.random(in: 0..<users.count, using: &numbers)]
        switch Int.random(in: 0..<40, using: &numbers) {
        case 0..<9: try goOnline(user, &numbers)
        case 9..<14: endOrChange(&numbers)
        case 14..<17: pass(Int64.random(in: 1...2_500, using: &numbers))
        case 17..<20: try await block(&numbers)
        case 20..<22 where user == users[9] || user == users[8]: try await erase(user, &numbers)
        case 22..<27: try await write(&numbers)
        case 27..<29: try await restart(&numbers)
        case 29..<31: leave(Int.random(in: 0..<watchers.count, using: &numbers))
        default:
            noteChanges(since: before)
            return try read(Int.random(in: 0..<watchers.count, using: &numbers), &numbers)
        }
        noteChanges(since: before)
    }

    private struct Sight {
        let entry: Roster.Entry
        let isHidden: Bool
    }

    /// What each watcher's owner sees.
    private var seen: [[Sight]] {
        watchers.map { watcher in
            let entries = (try? roster.entries(of: users, seenBy: watcher.owner)) ?? []
            return entries.map { entry in
                guard let viewer = roster.users.index(of: watcher.owner),
                    let user = roster.users.index(of: entry.user)
                else { return Sight(entry: entry, isHidden: false) }
                return Sight(entry: entry, isHidden: roster.blocks.areApart(viewer, user))
            }
        }
    }

    private mutating func noteChanges(since before: [[Sight]]) {
        for (index, sights) in seen.enumerated() {
            for (old, new) in zip(before[index], sights)
            where !isSame(old.entry, new.entry) || old.isHidden != new.isHidden {
                watchers[index].changed.insert(new.entry.user)
            }
        }
    }

    private mutating func note(_ user: UUIDv7) {
        for index in watchers.indices { watchers[index].changed.insert(user) }
    }

    /// When somebody who is online was last seen is not told each time.
    private func isSame(_ one: Roster.Entry, _ other: Roster.Entry) -> Bool {
        one.state == other.state && (one.state != .offline || one.lastSeen == other.lastSeen)
    }
}

/// Watches.
extension RestartedRoster {
    private mutating func leave(_ index: Int) {
        if let watch = watchers[index].watch { roster.closeWatch(watch) }
        watchers[index].watch = nil
    }

    private mutating func read(_ index: Int, _ numbers: inout TestNumbers) throws {
        let isBack = watchers[index].watch == nil
        var isTold = true
        if isBack { try open(index, &numbers) } else { isTold = try take(index) != nil }
        let watcher = watchers[index]
        let entries = try roster.entries(of: watcher.users, seenBy: watcher.owner)
        for entry in entries {
            let known = try #require(watcher.known[entry.user])
            #expect(isSame(known, entry))
        }
        // Otherwise the cursor stands where it stood.
        if isTold { watchers[index].changed = [] }
        watchers[index].run = run
    }

    /// Now and then in two messages.
    private mutating func open(_ index: Int, _ numbers: inout TestNumbers) throws {
        let watcher = watchers[index]
        let cut = Int.random(in: 1...watcher.users.count, using: &numbers)
        let caller = WatchCaller(user: watcher.owner, session: watcher.owner, end: .max)
        let first = WatchChange(added: Array(watcher.users[..<cut]), cursor: watcher.cursor)
        let watch = try roster.openWatch(first, by: caller)
        watchers[index].watch = watch
        let isKnown = isKnown(watcher)
        let update = try take(index)
        if watcher.cursor != nil {
            if views > 1_000 { #expect(update?.isReset == !isKnown) }
            if !isKnown { #expect(update?.isReset == true) }
        }
        if cut < watcher.users.count {
            let rest = WatchChange(added: Array(watcher.users[cut...]), cursor: watcher.cursor)
            try roster.changeWatch(watch, rest)
            try take(index, ofReset: update?.isSnapshot ?? false)
        }
    }

    /// Whether all that the watcher was told is written, and has its versions.
    private func isKnown(_ watcher: Watcher) -> Bool {
        guard let cursor = watcher.cursor else { return false }
        if watcher.run == run { return true }
        return written[watcher.run].map { cursor.version <= $0 } ?? false
            && cursor.version >= floor
    }

    @discardableResult
    private mutating func take(_ index: Int, ofReset: Bool = false) throws -> WatchUpdate? {
        let watch = try #require(watchers[index].watch)
        _ = roster.watches.fanOut(.max)
        guard let update = roster.takeUpdate(of: watch) else { return nil }
        let cursor = try #require(update.cursor)
        #expect(cursor.version >= watchers[index].cursor?.version ?? 0)
        if update.isSnapshot { watchers[index].known = [:] }
        let entries = try update.entries
        let told = Set(entries.map(\.user))
        #expect(told.count == entries.count)
        if !update.isSnapshot, !ofReset {
            #expect(told.isSubset(of: watchers[index].changed))
        }
        for entry in entries { watchers[index].known[entry.user] = entry }
        watchers[index].cursor = cursor
        return update
    }
}

/// The file, and what it survives.
extension RestartedRoster {
    /// A batch is written, perhaps after something else has happened; or it fails, or the service
    /// is killed meanwhile.
    private mutating func write(_ numbers: inout TestNumbers) async throws {
        let limit = Int.random(in: 0..<4, using: &numbers) == 0 ? 2 : 1_000
        guard let batch = roster.takeBatch(limit, at: now) else { return }
        let outcome = Int.random(in: 0..<8, using: &numbers)
        if outcome < 3 { try goOnline(users[outcome], &numbers) }
        if outcome == 7 { return roster.putBack(batch) }
        try await journal.record(batch)
        let history = try #require(batch.history)
        isWhole = history.isWhole
        if isWhole { written[run] = history.run.written }
    }

    private mutating func restart(_ numbers: inout TestNumbers) async throws {
        restarts += 1
        let (stored, blocks) = try await journal.load()
        now.monotonic = Int64.random(in: 0...1_000_000, using: &numbers)
        let passed: ClosedRange<Int64> =
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: 300_000...1_000_000
            // The clock was set back meanwhile.
            case 1: -3_600_000 ... -1
            default: 1...20_000
            }
        now.wall += Int64.random(in: passed, using: &numbers)
        roster = Self.roster(&numbers, views: views, now)
        roster.restore(stored, at: now)
        roster.restore(blocks)
        roster.blocks.isKnown = true
        for index in watchers.indices { watchers[index].watch = nil }
        // A batch that was not the last one of a backlog has left changes without versions.
        if !isWhole { floor = max(floor, roster.journal.history.base) }
        run += 1
        try await journal.begin(roster.journal.history)
        written[run] = roster.journal.history.base
        leases += stored.leases.map { ($0.id, $0.user) }
        // The file has no lists of those who are gone, so whom they had blocked is told of the
        // erasure.
        for user in stored.erased { note(user) }
        // Auth and Profile tell again what was not written.
        for user in leaving {
            roster.erase(user)
            note(user)
        }
        for (user, others) in blocked {
            // Two may be apart before and after, and not in between.
            let before = seen
            roster.setBlocked(others, by: user)
            noteChanges(since: before)
        }
        // Their leases have ended meanwhile.
        if now.wall - stored.aliveAt > 300_000 { for lease in stored.leases { note(lease.user) } }
    }

    private mutating func block(_ numbers: inout TestNumbers) async throws {
        let user = users[Int.random(in: 0..<6, using: &numbers)]
        guard !roster.users.erased.contains(user) else { return }
        var list = Set(blocked[user] ?? [])
        let others = users.filter { $0 != user && !roster.users.erased.contains($0) }
        for other in others.shuffled(using: &numbers).prefix(2) {
            list.formSymmetricDifference([other])
        }
        blocked[user] = Array(list)
        roster.setBlocked(Array(list), by: user)
        // Otherwise it is written with the next one, or told again after a restart.
        guard Int.random(in: 0..<4, using: &numbers) > 0 else { return }
        for (user, list) in blocked {
            try await journal.block(list, by: user, roster.unwrittenViews(of: [user]))
        }
    }

    private mutating func erase(_ user: UUIDv7, _ numbers: inout TestNumbers) async throws {
        roster.erase(user)
        note(user)
        leaving.insert(user)
        for owner in blocked.keys { blocked[owner]?.removeAll { $0 == user } }
        if Int.random(in: 0..<3, using: &numbers) == 0 { try await write(&numbers) }
        if Int.random(in: 0..<3, using: &numbers) == 0 { return try await restart(&numbers) }
        try await journal.erase(user, version: roster.lastChange(of: user), now: now.wall)
        leaving.remove(user)
    }
}

/// What devices do.
extension RestartedRoster {
    private mutating func goOnline(_ user: UUIDv7, _ numbers: inout TestNumbers) throws {
        guard !roster.users.erased.contains(user) else { return }
        let wanted = LeaseRequest(
            device: DeviceKey(bits: UInt64.random(in: 0..<2, using: &numbers)), session: user,
            duration: UInt32.random(in: 5_000...8_000, using: &numbers),
            mode: Bool.random(using: &numbers) ? .away : .online)
        leases.append((try roster.goOnline(user, wanted, at: now).id, user))
    }

    private mutating func endOrChange(_ numbers: inout TestNumbers) {
        guard let lease = leases.suffix(20).randomElement(using: &numbers) else { return }
        if Bool.random(using: &numbers) {
            roster.goOffline(lease.id, of: lease.user, at: now)
        } else {
            let mode: DeviceMode = Bool.random(using: &numbers) ? .away : .online
            _ = try? roster.renew(lease.id, of: lease.user, DeviceUpdate(mode: mode), at: now)
        }
    }

    private mutating func pass(_ milliseconds: Int64) {
        now.monotonic += milliseconds
        now.wall += milliseconds
        roster.expire(at: now)
    }
}
