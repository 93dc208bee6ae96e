import RollcallAPI
import RollcallCrypto
import Testing

@testable import Presence

/// What somebody may not see, they are not told of: not even that there was a change.
@Suite struct HiddenChangeTests {
    private let anna: UUIDv7
    private let berta: UUIDv7
    private let session: UUIDv7
    private var now = Moment(monotonic: 1_000, wall: 1_800_000_000_000)
    private var roster: Roster

    init() throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        (anna, berta, session) = (try ids.next(), try ids.next(), try ids.next())
        roster = Self.roster(at: now)
    }

    private static func roster(at now: Moment) -> Roster {
        var roster = Roster(
            configuration: PresenceConfiguration(), epoch: 1, firstLeaseID: 1, now: now)
        roster.blocks.isKnown = true
        return roster
    }

    /// Whichever of the devices came first.
    @Test(arguments: [[DeviceMode.online, .invisible], [.invisible, .online]])
    mutating func allDevicesOfAnInvisibleUserMayEndTogether(modes: [DeviceMode]) throws {
        let endings: [(inout Roster, Moment) -> Void] = [
            { roster, now in
                roster.expire(at: Moment(monotonic: now.monotonic + 2_400, wall: now.wall))
                roster.expire(at: Moment(monotonic: now.monotonic + 4_800, wall: now.wall))
                roster.expire(at: Moment(monotonic: now.monotonic + 7_200, wall: now.wall))
            },
            { [session] roster, _ in roster.endLeases(of: [session]) },
            { roster, _ in roster.endAllLeases() },
            { [anna] roster, now in
                _ = roster.kick(anna, at: Moment(monotonic: now.monotonic, wall: now.wall + 1))
            },
        ]
        for end in endings {
            roster = Self.roster(at: now)
            for (device, mode) in modes.enumerated() { try goOnline(device, mode) }
            let before = roster.entry(of: anna)
            let watch = try watch()
            end(&roster, now)
            #expect(roster.leases.count == 0)
            #expect(roster.entry(of: anna) == before)
            #expect(update(of: watch) == nil)
        }
    }

    @Test mutating func aRestartTellsNothingOfWhoShowsNothing() throws {
        roster.register(anna, at: 1_000)
        roster.apply(Roster.Setting(user: anna, visibility: .nobody, number: 1))
        try goOnline(0, .online)
        let cursor = try cursor()
        let journal = try journal(settings: [.nobody])
        for pause in [1_000, 1_000_000] as [Int64] {
            restart(with: journal, after: pause)
            let resumed = try watch(from: cursor)
            #expect(try update(of: resumed)?.entries == [])
        }
    }

    @Test mutating func aRestartTellsNothingOfLeasesOfAnInvisibleUser() throws {
        roster.register(anna, at: 1_000)
        try goOnline(0, .invisible)
        let cursor = try cursor()
        restart(with: try journal(), after: 1_000_000)
        let resumed = try watch(from: cursor)
        #expect(try update(of: resumed)?.entries == [])
    }

    @Test mutating func nobodyIsToldThatAHiddenUserIsErased() throws {
        roster.register(anna, at: 1_000)
        roster.apply(Roster.Setting(user: anna, visibility: .nobody, number: 1))
        let watch = try watch()
        roster.erase(anna)
        #expect(update(of: watch) == nil)
    }

    /// A user who has blocked somebody is gone.
    @Test mutating func whoWasBlockedIsNotToldOfAnErasure() throws {
        roster.register(anna, at: 1_000)
        roster.setBlocked([berta], by: anna)
        let watch = try watch()
        roster.erase(anna)
        #expect(update(of: watch) == nil)
        #expect(roster.entry(of: anna) == .unknown(anna))
    }

    /// With a cursor, or sooner, a message that is due anyway would say that there was a change.
    @Test mutating func aMessageThatSaysOnlyThatTheWatchGoesOnTellsNothing() throws {
        roster.setBlocked([berta], by: anna)
        let watch = try watch()
        for changes in [false, true] {
            roster.watches.now += 10_000
            _ = roster.watches.scan(at: 0, longestQuiet: 15_000)
            if changes { try goOnline(0, .away) }
            #expect(update(of: watch) == nil)
            roster.watches.now += 5_000
            _ = roster.watches.scan(at: 0, longestQuiet: 15_000)
            if changes { try goOnline(1, .online) }
            let message = update(of: watch)
            #expect(try message?.entries == [])
            #expect(message?.cursor == nil)
            #expect(update(of: watch) == nil)
        }
    }

    @Test mutating func whoSeesByWholeDaysIsToldOfASignUpBeforeThisDay() throws {
        roster.apply(Roster.Setting(user: anna, visibility: .coarse, number: 1))
        let watch = try watch()
        roster.register(anna, at: now.wall - 86_400_000)
        let update = update(of: watch)
        #expect(try update?.entries.map(\.bucket) == [.recently])
    }

    private mutating func goOnline(_ device: Int, _ mode: DeviceMode) throws {
        let wanted = LeaseRequest(
            device: DeviceKey(bits: UInt64(device)), session: session, duration: 5_000, mode: mode)
        _ = try roster.goOnline(anna, wanted, at: now)
    }

    /// Berta watches Anna, and has taken what there is.
    private mutating func watch() throws -> WatchTable.ID {
        let watch = try watch(from: nil)
        #expect(update(of: watch) != nil)
        return watch
    }

    private mutating func watch(from cursor: PresenceCursor?) throws -> WatchTable.ID {
        try roster.openWatch(
            WatchChange(added: [anna], cursor: cursor),
            by: WatchCaller(user: berta, session: berta, end: .max))
    }

    private mutating func update(of watch: WatchTable.ID) -> WatchUpdate? {
        _ = roster.watches.fanOut(.max)
        return roster.takeUpdate(of: watch)
    }

    private mutating func cursor() throws -> PresenceCursor {
        let watch = try watch(from: nil)
        let update = update(of: watch)
        return try #require(update?.cursor)
    }

    /// What is stored when everything is written.
    private mutating func journal(settings: [UserVisibility] = []) throws -> StoredJournal {
        let taken = roster.takeBatch(1_000, at: now)
        let batch = try #require(taken)
        let history = try #require(batch.history)
        #expect(history.isWhole)
        var journal = StoredJournal(
            lastSeen: batch.lastSeen, leases: batch.held, aliveAt: batch.aliveAt)
        journal.settings = settings.map { Roster.Setting(user: anna, visibility: $0, number: 1) }
        journal.history.epoch = history.epoch
        journal.history.runs = [history.run]
        journal.history.versions = history.versions
        return journal
    }

    private mutating func restart(with journal: StoredJournal, after pause: Int64) {
        now.wall = journal.aliveAt + pause
        roster = Self.roster(at: now)
        roster.restore(journal, at: now)
    }
}
