import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// All of Presence's state: leases, statuses, watches, blocks and names, and the rules between
/// them. A value without a clock: each call passes the time.
package struct Roster: Sendable {
    /// A user as a viewer sees the user.
    struct Entry: Sendable, Equatable {
        var user: UUIDv7
        var state: PresenceState
        /// Milliseconds since 1970-01-01 UTC; 0 when never.
        var lastSeen: Int64
        /// Set instead of `lastSeen` for a user who shows it only in whole days.
        var bucket = LastSeenBucket.unspecified
        var card = NameTable.Card()
        var status: UserStatus?

        /// The entry of an unknown or hidden user.
        static func unknown(_ user: UUIDv7) -> Entry {
            Entry(user: user, state: .offline, lastSeen: 0)
        }
    }

    let configuration: PresenceConfiguration
    /// Set where instances share the leases; nil where this process decides them.
    var replica: Replica?
    var users = UserTable()
    var leases: LeaseTable
    var statuses = StatusTable()
    var changeLimit: ChangeLimit
    /// The streams of devices.
    var attached = AttachTable()
    package var watches = WatchTable()
    var presenceCache = PresenceCache()
    package var blocks = BlockTable()
    var names = NameTable()
    var dayTurn: DayTurn
    package var journal: Journal

    /// - Parameters:
    ///   - epoch: a random number; a store that has an epoch keeps its own.
    ///   - firstLeaseID: a random number.
    init(
        configuration: PresenceConfiguration, epoch: UInt64, firstLeaseID: UInt64, now: Moment
    ) {
        self.configuration = configuration
        journal = Journal(history: VersionHistory(epoch: epoch))
        changeLimit = ChangeLimit(configuration.changes)
        leases = LeaseTable(
            firstID: firstLeaseID, interval: configuration.scanInterval.wholeMilliseconds,
            idleThreshold: configuration.idleThreshold.wholeMilliseconds, now: now.monotonic)
        dayTurn = DayTurn(Day(of: now.wall))
        users.today = Day(of: now.wall)
    }

    /// Names the history that versions belong to.
    var epoch: UInt64 { journal.history.epoch }

    /// The presence of users as a viewer sees them, in the order of `ids`.
    func entries(of ids: [UUIDv7], seenBy viewer: UUIDv7) throws(RPCError) -> [Entry] {
        try checkIsKnown()
        let viewer = users.index(of: viewer)
        return ids.map { entry(of: $0, at: users.index(of: $0), seenBy: viewer) }
    }

    /// Throws unless leases and blocks are known well enough to show users.
    func checkIsKnown() throws(RPCError) {
        guard replica?.isKnown != false else { throw .engineAway }
        guard blocks.isKnown else { throw .blocksUnknown }
    }

    /// A user as others see the user.
    func entry(of id: UUIDv7) -> Entry {
        entry(of: id, at: users.index(of: id), seenBy: nil)
    }

    /// - Parameter viewer: nil for a viewer without blocks in either direction.
    func entry(of user: UserTable.Index, seenBy viewer: UserTable.Index?) -> Entry {
        entry(of: users.id(of: user), at: user, seenBy: viewer)
    }

    /// A user as they see themselves.
    func ownEntry(of id: UUIDv7) -> Entry {
        exactEntry(of: id, at: users.index(of: id) ?? UserTable.nobody)
    }

    /// For a hidden user an unknown user is looked up, so that the cost and the answer are the
    /// same.
    private func entry(
        of id: UUIDv7, at user: UserTable.Index?, seenBy viewer: UserTable.Index?
    ) -> Entry {
        let user = user ?? UserTable.nobody
        return switch sight(of: user, for: viewer ?? UserTable.nobody) {
        case .everyone: exactEntry(of: id, at: user)
        case .nobody: exactEntry(of: id, at: UserTable.nobody)
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

    /// Changes a user's leases, and notes the watches to update if others then see another state.
    mutating func change<R>(_ user: UserTable.Index, _ body: (inout Self) -> R) -> R {
        let before = leases.state(of: user)
        let result = body(&self)
        let after = leases.state(of: user)
        if after != before {
            leases.countUser(from: before, to: after)
            tellState(of: user)
        }
        if after == .offline, before != .offline { journal.backlog.userSeen(user) }
        return result
    }

    /// Records for all watches of the user that others see the user differently now.
    mutating func tell(_ user: UserTable.Index) {
        watches.change(user)
        journal.unwritten.note(users.id(of: user))
    }

    /// Records a changed user for the watches of one viewer alone.
    mutating func tellView(of user: UserTable.Index, to viewer: UserTable.Index) {
        let view = UnwrittenVersions.View(
            viewer: users.id(of: viewer), user: users.id(of: user))
        let forgotten = watches.views.forgotten
        watches.changeView(of: view.user, for: view.viewer)
        if watches.views.forgotten != forgotten { journal.unwritten.forgetViews() }
        journal.unwritten.note(view)
    }
}
