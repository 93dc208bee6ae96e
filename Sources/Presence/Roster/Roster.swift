import RollcallAPI
import RollcallBasics
import RollcallCrypto

/// Who is here and who watches whom: the tables, and the rules between them. A value, which knows
/// no time but what it is told.
struct Roster: Sendable {
    /// What somebody is told of one user.
    struct Entry: Sendable, Equatable {
        var user: UUIDv7
        var state: PresenceState
        /// Milliseconds since 1970-01-01 UTC; 0 when never.
        var lastSeen: Int64
        /// Of a user who shows that only by whole days.
        var bucket = LastSeenBucket.unspecified
        var card = NameTable.Card()
        var status: UserStatus?

        /// Of somebody of whom nothing is known, or nothing shown.
        static func unknown(_ user: UUIDv7) -> Entry {
            Entry(user: user, state: .offline, lastSeen: 0)
        }
    }

    enum Refusal: Error, Equatable {
        case leaseEnded, tooManyDevices, tooManyWatches, erased, frozen
        /// The user has changed too much of late.
        ///
        /// - Parameter pause: until the next change is taken, in milliseconds.
        case tooManyChanges(pause: Int64)
        /// Nobody knows yet who has blocked whom, so nobody is shown to anybody.
        case blocksUnknown
        /// Nobody knows yet who is online, as the engine of the instances has not answered.
        case leasesUnknown
        /// The roster as a whole is at a limit.
        case full
    }

    let configuration: PresenceConfiguration
    /// Nil where the leases are this process's own.
    var replica: Replica?
    /// Which versions are known.
    var history: VersionHistory

    var users = UserTable()
    var leases: LeaseTable
    var statuses = StatusTable()
    var changeLimit: ChangeLimit
    /// The streams of devices.
    var attached = AttachTable()
    /// The leases of devices whose stream has ended, until they are attached again or end.
    var detached: Set<UInt64> = []
    var wokenStreams: [AttachTable.ID] = []
    var watches = WatchTable()
    var backlog = Backlog()
    var blocks = BlockTable()
    /// Whether they were ever known as a whole.
    var knowsBlocks = false
    /// While a copy begins anew that no store has: who has blocked somebody in the one before, and was not told yet.
    var doubtfulBlockers: Set<UserTable.Index> = []
    /// Whether all that Profile has to tell is known.
    var followsProfile = false
    /// How often sessions have ended, or nobody knew any more which have.
    var sessionNews: UInt64 = 0
    /// Who is not to come back.
    var erased: Set<UUIDv7> = []
    /// Who has no account: offline and never seen for everybody, until it is decided.
    var frozen: Set<UUIDv7> = []
    /// Users whom others see online, and away.
    var visibleUsers: [PresenceState: Int] = [:]
    /// The versions that have yet to be written.
    var unwritten = UnwrittenVersions()
    /// The views of the batch that was taken last, which may not be written yet.
    var takenViews: Set<UnwrittenVersions.View> = []
    /// The versions of changes that are being written, and have not taken effect; and how many have each.
    var reserved: [UInt64: Int] = [:]
    /// The version of the first change of blocks that may not be written, though it has taken effect; nil when all
    /// are written.
    var unwrittenBlocks: UInt64?
    var departed = DepartedUsers()
    /// Since when changes may be missed.
    var staleness = Staleness()
    /// The leases of an earlier run whose devices were not heard so far.
    var unconfirmed: Set<UInt64> = []
    /// What was counted since it was last taken out.
    var tally = PresenceTally()
    /// Of users who have ever set something.
    var settingNumbers: [UserTable.Index: UInt32] = [:]
    var dayTurn: DayTurn
    /// What those were told who see by whole days when a user was here, and were not told of the day on which the
    /// user was seen since.
    var toldBuckets: [UserTable.Index: LastSeenBucket] = [:]
    var names = NameTable()
    var nameProgress = NameProgress()
    /// The watches that have got news, until they are taken out.
    private var woken: [WatchTable.ID] = []

    /// - Parameters:
    ///   - epoch: at random; a store that has one already keeps it.
    ///   - firstLeaseID: at random.
    init(
        configuration: PresenceConfiguration, epoch: UInt64, firstLeaseID: UInt64, now: Moment
    ) {
        self.configuration = configuration
        history = VersionHistory(epoch: epoch)
        changeLimit = ChangeLimit(configuration.changes)
        leases = LeaseTable(
            firstID: firstLeaseID, interval: configuration.scanInterval.wholeMilliseconds,
            idleThreshold: configuration.idleThreshold.wholeMilliseconds, now: now.monotonic)
        dayTurn = DayTurn(Day(of: now.wall))
        users.today = Day(of: now.wall)
    }

    /// Names the store in whose history versions count.
    var epoch: UInt64 { history.epoch }

    /// The presence of users as somebody sees them, in the order in which they are asked for.
    func entries(of ids: [UUIDv7], seenBy viewer: UUIDv7) throws(Refusal) -> [Entry] {
        try checkIsKnown()
        let viewer = users.index(of: viewer)
        return ids.map { entry(of: $0, at: users.index(of: $0), seenBy: viewer) }
    }

    /// Whether enough is known for anybody to be shown.
    func checkIsKnown() throws(Refusal) {
        guard replica?.isKnown != false else { throw .leasesUnknown }
        guard knowsBlocks else { throw .blocksUnknown }
    }

    /// A user as others see the user.
    func entry(of id: UUIDv7) -> Entry {
        entry(of: id, at: users.index(of: id), seenBy: nil)
    }

    /// - Parameter viewer: nil for one whom nobody has blocked, and who has blocked nobody.
    func entry(of user: UserTable.Index, seenBy viewer: UserTable.Index?) -> Entry {
        entry(of: users.id(of: user), at: user, seenBy: viewer)
    }

    /// A user as they see themselves, though they be frozen.
    func ownEntry(of id: UUIDv7) -> Entry {
        exactEntry(of: id, at: users.index(of: id) ?? UserTable.nobody)
    }

    /// Where a hidden user is, nobody is looked up: so that costs as much, and says the same.
    private func entry(
        of id: UUIDv7, at user: UserTable.Index?, seenBy viewer: UserTable.Index?
    ) -> Entry {
        let user = user ?? UserTable.nobody
        return switch sight(of: id, at: user, for: viewer ?? UserTable.nobody) {
        case .exact: exactEntry(of: id, at: user)
        case .nothing: exactEntry(of: id, at: UserTable.nobody)
        case .coarse:
            Entry(
                user: id, state: .offline, lastSeen: 0, bucket: users.bucket(user),
                card: names.card(of: user))
        }
    }

    private func exactEntry(of id: UUIDv7, at user: UserTable.Index) -> Entry {
        let state = leases.state(of: user)
        return Entry(
            user: id, state: state, lastSeen: users.lastSeen(user), card: names.card(of: user),
            status: state == .offline ? nil : statuses.status(of: user))
    }

    /// Does something to a user's leases, and notes who is to be told if others see the user
    /// differently then.
    mutating func change<R>(_ user: UserTable.Index, _ body: (inout Self) -> R) -> R {
        let before = leases.state(of: user)
        let result = body(&self)
        let after = leases.state(of: user)
        if after != before {
            visibleUsers[before, default: 0] -= 1
            visibleUsers[after, default: 0] += 1
            tellState(of: user)
        }
        if after == .offline, before != .offline { backlog.userSeen(user) }
        // One whose devices were all invisible was never seen.
        if users.lastSeen(user) == 0 { leaveIfUnknown(user) }
        return result
    }

    /// Has those who watch the user told how others see the user now.
    mutating func tell(_ user: UserTable.Index) {
        watches.change(user)
        unwritten.users.insert(users.id(of: user))
    }

    /// Has those watches of a viewer told that have the user, and nobody else.
    mutating func tellView(of user: UserTable.Index, to viewer: UserTable.Index) {
        let view = UnwrittenVersions.View(
            viewer: users.id(of: viewer), user: users.id(of: user))
        let forgotten = watches.views.forgotten
        woken += watches.changeView(of: view.user, for: view.viewer)
        if watches.views.forgotten != forgotten { (unwritten.views, takenViews) = ([], []) }
        unwritten.views.insert(view)
    }

    mutating func noteWoken(_ watches: [WatchTable.ID]) {
        woken += watches
    }

    /// Takes out the watches that have got news.
    mutating func takeWoken() -> [WatchTable.ID] {
        defer { woken.removeAll(keepingCapacity: true) }
        return woken
    }
}
