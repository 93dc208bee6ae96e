import RollcallAPI
import RollcallCrypto
import Testing

@testable import Presence

/// Whatever a watcher was told and however often it came back, it knows what a new one is told.
@Suite struct WatchResumeModelTests {
    @Test(arguments: 1...20)
    func aWatcherKnowsWhatANewOneIsTold(seed: UInt64) throws {
        var numbers = TestNumbers(seed: seed)
        var world = try WatchedRoster(&numbers)
        for _ in 0..<400 { try world.step(&numbers) }
        try world.checkAll()
    }
}

/// A roster with watchers that read now and then, leave, and come back with their cursors.
private struct WatchedRoster {
    struct Watcher {
        let users: [UUIDv7]
        var watch: WatchTable.ID?
        var cursor: Cursor?
        var known: [UUIDv7: Roster.Entry] = [:]
    }

    private let users: [UUIDv7]
    private let owner: UUIDv7
    private var roster: Roster
    private var now = Moment(monotonic: 0, wall: 1_800_000_000_000)
    private var leases: [(id: UInt64, user: UUIDv7)] = []
    private var watchers: [Watcher] = []

    init(_ numbers: inout TestNumbers) throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        owner = try ids.next()
        users = try (0..<12).map { _ in try ids.next() }
        roster = Roster(
            configuration: PresenceConfiguration(), epoch: 7, firstLeaseID: 1, now: now)
        for _ in 0..<5 {
            let count = Int.random(in: 1...users.count, using: &numbers)
            watchers.append(Watcher(users: Array(users.shuffled(using: &numbers).prefix(count))))
        }
    }

    mutating func step(_ numbers: inout TestNumbers) throws {
        let watcher = Int.random(in: 0..<watchers.count, using: &numbers)
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0..<3: try goOnline(&numbers)
        case 3..<5: endOrChange(&numbers)
        case 5..<7: pass(Int64.random(in: 1...2000, using: &numbers))
        case 7: leave(watcher)
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
                watcher.users, by: WatchCaller(user: owner, session: owner, end: .max),
                from: watcher.cursor)
        watcher.watch = watch
        let news = roster.takeUpdate(of: watch)
        #expect(!isBack || news != nil)
        if let (update, cursor) = news {
            #expect(cursor.version >= watcher.cursor?.version ?? 0)
            take(update, by: &watcher, isFirst: watcher.cursor == nil)
            watcher.cursor = cursor
        }
        watchers[index] = watcher
        check(watcher)
    }

    private func take(_ update: Roster.Update, by watcher: inout Watcher, isFirst: Bool) {
        switch update {
        case .snapshot(let entries):
            #expect(isFirst)
            watcher.known = Dictionary(uniqueKeysWithValues: entries.map { ($0.user, $0) })
        case .changes(let entries):
            #expect(Set(entries.map(\.user)).count == entries.count)
            for entry in entries { watcher.known[entry.user] = entry }
        }
    }

    /// Of one who is online a watcher is not told each time that a device was heard.
    private func check(_ watcher: Watcher) {
        for entry in roster.entries(of: watcher.users) {
            let known = watcher.known[entry.user]
            #expect(known?.state == entry.state)
            if entry.state == .offline { #expect(known?.lastSeen == entry.lastSeen) }
        }
    }

    private mutating func leave(_ index: Int) {
        guard let watch = watchers[index].watch else { return }
        roster.closeWatch(watch)
        watchers[index].watch = nil
    }

    private mutating func goOnline(_ numbers: inout TestNumbers) throws {
        let user = users[Int.random(in: 0..<users.count, using: &numbers)]
        let device = try #require(
            DeviceKey(["phone", "laptop"].randomElement(using: &numbers) ?? ""))
        let lease = try roster.goOnline(
            user, device: device, duration: UInt32.random(in: 5_000...8_000, using: &numbers),
            isAway: Bool.random(using: &numbers), at: now)
        leases.append((lease.id, user))
    }

    private mutating func endOrChange(_ numbers: inout TestNumbers) {
        guard let lease = leases.randomElement(using: &numbers) else { return }
        if Bool.random(using: &numbers) {
            roster.goOffline(lease.id, of: lease.user, at: now)
        } else {
            let isAway = Bool.random(using: &numbers)
            _ = try? roster.renew(lease.id, of: lease.user, isAway: isAway, at: now)
        }
    }

    private mutating func pass(_ milliseconds: Int64) {
        now.monotonic += milliseconds
        now.wall += milliseconds
        roster.expire(at: now)
    }
}
