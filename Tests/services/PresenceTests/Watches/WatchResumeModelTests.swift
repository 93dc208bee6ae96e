import RollcallAPI
import RollcallCrypto
import TestSupport
import Testing

@testable import Presence

/// A12, A14: whatever a watcher was told and however often it came back, it knows what it may know;
/// and of somebody who is hidden from it, or shown only by whole days, it does not hear even that
/// there was a change.
@Suite struct WatchResumeModelTests {
    /// - Parameter views: how many blocks and ends of blocks the roster can tell of later.
    @Test(arguments: 1...20, [200_000, 7])
    func aWatcherKnowsWhatANewOneIsTold(seed: UInt64, views: Int) throws {
        var numbers = TestNumbers(seed: seed)
        var world = try WatchedRoster(&numbers, views: views)
        for _ in 0..<400 { try world.step(&numbers) }
        try world.checkAll()
    }
}

/// A roster with watchers that read now and then, leave, and come back with their cursors.
private struct WatchedRoster {
    struct Watcher {
        let owner: UUIDv7
        var users: [UUIDv7]
        var watch: WatchTable.ID?
        var cursor: PresenceCursor?
        var known: [UUIDv7: Roster.Entry] = [:]
        /// Whom the owner has since been shown in another way than before.
        var seenOtherwise: Set<UUIDv7> = []
        /// Whom it has added since it was last told.
        var added: Set<UUIDv7> = []
    }

    private let users: [UUIDv7]
    private let remembersViews: Bool
    private var blocked: [UUIDv7: Set<UUIDv7>] = [:]
    private var roster: Roster
    private var now = Moment(monotonic: 0, wall: 1_800_000_000_000)
    private var leases: [(id: UInt64, user: UUIDv7)] = []
    private var sights = SightModel(wall: 1_800_000_000_000)
    private var watchers: [Watcher] = []

    init(_ numbers: inout TestNumbers, views: Int) throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        remembersViews = views > 1000
        users = try (0..<12).map { _ in try ids.next() }
        roster = Roster(
            configuration: PresenceConfiguration(), epoch: 7, firstLeaseID: 1, now: now)
        roster.watches = WatchTable(views: ViewChanges(limit: views))
        roster.blocks.isKnown = true
        roster.turnDay(at: now)
        for index in 0..<6 {
            let count = Int.random(in: 1...users.count, using: &numbers)
            watchers.append(
                Watcher(
                    owner: users[index / 2],
                    users: Array(users.shuffled(using: &numbers).prefix(count))))
        }
    }

    mutating func step(_ numbers: inout TestNumbers) throws {
        let watcher = Int.random(in: 0..<watchers.count, using: &numbers)
        switch Int.random(in: 0..<21, using: &numbers) {
        case 0..<3: try goOnline(&numbers)
        case 3..<5: endOrChange(&numbers)
        case 5..<7: pass(Int64.random(in: 1...2000, using: &numbers))
        case 7: leave(watcher)
        case 8..<11: block(&numbers)
        case 11..<13: show(&numbers)
        case 13: name(&numbers)
        case 14: passDays(Int64.random(in: 1...8, using: &numbers))
        case 15: try change(watcher, &numbers)
        default: try read(watcher)
        }
    }

    mutating func checkAll() throws {
        for index in watchers.indices {
            try read(index)
            check(watchers[index])
            leave(index)
        }
    }

    /// Takes what there is; a watcher that has left comes back first.
    private mutating func read(_ index: Int) throws {
        var watcher = watchers[index]
        let isBack = watcher.watch == nil
        let watch =
            try watcher.watch
            ?? roster.openWatch(
                WatchChange(added: watcher.users, cursor: watcher.cursor),
                by: WatchCaller(user: watcher.owner, session: watcher.owner, end: .max))
        watcher.watch = watch
        _ = roster.watches.fanOut(.max)
        let news = roster.takeUpdate(of: watch)
        #expect(!isBack || news != nil)
        if let news {
            let cursor = try #require(news.cursor)
            #expect(cursor.version >= watcher.cursor?.version ?? 0)
            try take(news, by: &watcher, isFirst: watcher.cursor == nil)
            watcher.cursor = cursor
        }
        watcher.seenOtherwise = []
        watcher.added = []
        watchers[index] = watcher
        check(watcher)
    }

    private func take(_ update: WatchUpdate, by watcher: inout Watcher, isFirst: Bool) throws {
        let entries = try update.entries
        #expect(update.isReset == (update.isSnapshot && !isFirst))
        if update.isSnapshot {
            #expect(isFirst || !remembersViews)
            watcher.known = Dictionary(uniqueKeysWithValues: entries.map { ($0.user, $0) })
        }
        #expect(Set(entries.map(\.user)).isSubset(of: watcher.users))
        #expect(Set(entries.map(\.user)).count == entries.count)
        for entry in entries {
            let isNews = watcher.seenOtherwise.union(watcher.added).contains(entry.user)
            #expect(update.isSnapshot || isNews || seesState(of: entry.user, watcher.owner))
            watcher.known[entry.user] = entry
        }
    }

    /// A message adds users and removes others; with a cursor, as if the watch had been opened with
    /// them.
    private mutating func change(_ index: Int, _ numbers: inout TestNumbers) throws {
        guard let watch = watchers[index].watch else { return }
        let others = users.shuffled(using: &numbers)
        let removed = Array(others.prefix(Int.random(in: 0...3, using: &numbers)))
        let added = Array(others.suffix(Int.random(in: 0...3, using: &numbers)))
        try roster.changeWatch(watch, WatchChange(added: added, removed: removed))
        watchers[index].users.removeAll { removed.contains($0) }
        for user in removed { watchers[index].known[user] = nil }
        watchers[index].added.formUnion(Set(added).subtracting(watchers[index].users))
        watchers[index].users = Array(Set(watchers[index].users + added))
    }

    /// Of one who is online a watcher is not told each time that a device was heard.
    private func check(_ watcher: Watcher) {
        for user in watcher.users {
            let own = roster.ownEntry(of: user)
            let entry = sights.entry(
                of: user, seenBy: watcher.owner, exact: (own.state, own.lastSeen),
                isHidden: areApart(watcher.owner, user))
            var known = watcher.known[user]
            if entry.state != .offline { known?.lastSeen = entry.lastSeen }
            #expect(known == entry)
        }
    }

    private func seesState(of user: UUIDv7, _ viewer: UUIDv7) -> Bool {
        guard viewer != user else { return true }
        return sights.visibility(of: user) == .everyone && !areApart(viewer, user)
    }

    /// Somebody lets others see more, or less.
    private mutating func show(_ numbers: inout TestNumbers) {
        let user = users[Int.random(in: 0..<users.count, using: &numbers)]
        let visibility = [UserVisibility.everyone, .coarse, .nobody].randomElement(using: &numbers)
        roster.apply(sights.set(visibility ?? .everyone, of: user))
        for index in watchers.indices { watchers[index].seenOtherwise.insert(user) }
    }

    /// Profile tells of another name, or of none.
    private mutating func name(_ numbers: inout TestNumbers) {
        let user = users[Int.random(in: 0..<users.count, using: &numbers)]
        roster.applyNames(sights.name(user, numbers.card()))
        for index in watchers.indices where sights.visibility(of: user) != .nobody {
            watchers[index].seenOtherwise.insert(user)
        }
    }

    /// Some nights pass, and no lease ends.
    private mutating func passDays(_ days: Int64) {
        let before = users.map(sights.bucket)
        now.wall += 86_400_000 * days
        pass(1)
        for (user, bucket) in zip(users, before) where sights.bucket(of: user) != bucket {
            for index in watchers.indices { watchers[index].seenOtherwise.insert(user) }
        }
    }

    private func areApart(_ one: UUIDv7, _ other: UUIDv7) -> Bool {
        blocked[one]?.contains(other) ?? false || blocked[other]?.contains(one) ?? false
    }

    /// Somebody has blocked others than before, now and then all at once.
    private mutating func block(_ numbers: inout TestNumbers) {
        let user = users[Int.random(in: 0..<6, using: &numbers)]
        var list = blocked[user] ?? []
        let others = users.filter { $0 != user }.shuffled(using: &numbers)
        for other in others.prefix(Int.random(in: 1...3, using: &numbers)) {
            list.formSymmetricDifference([other])
        }
        let before = areApart
        roster.setBlocked(Array(list), by: user)
        blocked[user] = list
        for index in watchers.indices {
            let owner = watchers[index].owner
            let changed = users.filter { before(owner, $0) != areApart(owner, $0) }
            watchers[index].seenOtherwise.formUnion(changed)
        }
    }

    private mutating func leave(_ index: Int) {
        guard let watch = watchers[index].watch else { return }
        roster.closeWatch(watch)
        watchers[index].watch = nil
        // The cursor says nothing of those.
        let untold = watchers[index].added
        watchers[index].users.removeAll { untold.contains($0) }
        watchers[index].added = []
    }

    private mutating func goOnline(_ numbers: inout TestNumbers) throws {
        let user = users[Int.random(in: 0..<users.count, using: &numbers)]
        let device = try #require(
            DeviceKey(["phone", "laptop"].randomElement(using: &numbers) ?? ""))
        let wanted = LeaseRequest(
            device: device, session: user,
            duration: UInt32.random(in: 5_000...8_000, using: &numbers),
            isAway: Bool.random(using: &numbers))
        let lease = try roster.goOnline(user, wanted, at: now)
        sights.see(user, at: now.wall)
        leases.append((lease.id, user))
    }

    private mutating func endOrChange(_ numbers: inout TestNumbers) {
        guard let lease = leases.randomElement(using: &numbers) else { return }
        let isHeld = roster.leases.lease(lease.id) != nil
        if Bool.random(using: &numbers) {
            roster.goOffline(lease.id, of: lease.user, at: now)
        } else {
            let isAway = Bool.random(using: &numbers)
            _ = try? roster.renew(lease.id, of: lease.user, isAway: isAway, at: now)
        }
        if isHeld { sights.see(lease.user, at: now.wall) }
    }

    private mutating func pass(_ milliseconds: Int64) {
        now.monotonic += milliseconds
        now.wall += milliseconds
        roster.expire(at: now)
        roster.turnDay(at: now)
        sights.scan(at: now.wall)
    }
}
