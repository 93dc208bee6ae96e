import Admission
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// All profile watches, and the position up to which changes were noted in them.
///
/// A change is read once, and noted in the watches of its user. Only the watches' news are kept, so
/// a change of an unwatched user costs nothing.
struct ProfileWatchTable: Sendable {
    /// Identifies a watch until it is closed.
    typealias ID = UInt64

    /// One reading of the log of changes.
    struct Round: Sendable {
        let number: UInt64
        let start: ChangePosition
        /// Users to read whether or not they have changed.
        let unread: Set<UUIDv7>
    }

    private struct Entry: Sendable {
        var watch: ProfileWatch
        /// Whether changes were not followed yet when the watch was opened.
        let isFirst: Bool
        let network: ClientNetwork?
        /// The round that reads the changes made while the watch began. Until then the watch does
        /// not know all changes up to `position`.
        var settlingRound: UInt64 = 0
    }

    /// The watched users, counted once for each watch.
    private var accounts: Slots<UUIDv7>
    private var addresses: Slots<ClientNetwork>
    private var entries: [ID: Entry] = [:]
    private(set) var lastID: ID = 0
    private var watchers: [UUIDv7: Set<ID>] = [:]
    private var watchesOfViewer: [UUIDv7: Set<ID>] = [:]
    /// All changes up to it were noted; `nil` until the first watch begins.
    private var position: ChangePosition?
    private(set) var lastRound: UInt64 = 0
    private var endedRound: UInt64 = 0
    private(set) var unread: Set<UUIDv7> = []

    init(_ configuration: ProfileConfiguration) {
        accounts = Slots(
            configuration.watchedUsers, ofKey: configuration.watchedUsersPerAccount)
        addresses = Slots(
            configuration.watchedUsers, ofKey: configuration.watchedUsersPerAddress)
    }

    var userCount: Int { accounts.count }

}

/// The life of a watch.
extension ProfileWatchTable {
    /// - Parameter network: nil for a caller without an address, such as at a unix socket.
    /// - Throws: `RPCError` if too many users are watched.
    mutating func open(
        _ users: WatchedUsers, by viewer: UUIDv7, at network: ClientNetwork?
    ) throws -> ID {
        let count = users.ids.count
        guard count <= accounts.free else { throw RPCError.overloaded }
        guard accounts.take(count, for: viewer) else { throw RPCError.tooManyWatchedUsers }
        if let network, !addresses.take(count, for: network) {
            accounts.release(count, for: viewer)
            throw RPCError.tooManyWatchedUsers
        }
        lastID += 1
        entries[lastID] = Entry(
            watch: ProfileWatch(of: users, by: viewer), isFirst: position == nil, network: network)
        for user in users.ids { watchers[user, default: []].insert(lastID) }
        watchesOfViewer[viewer, default: []].insert(lastID)
        return lastID
    }

    /// - Parameter found: read after the watch was opened, so that no change is lost in between.
    /// - Returns: whether changes have to be read at once.
    mutating func begin(
        _ id: ID, with found: WatchStart, from position: WatchPosition?
    ) -> Bool {
        guard var entry = entries[id] else { return false }
        let early = entry.watch.begin(with: found, from: position)
        if !early.isEmpty { entry.settlingRound = lastRound + 1 }
        unread.formUnion(early)
        if entry.isFirst { self.position = min(self.position ?? found.end, found.end) }
        entries[id] = entry
        return !early.isEmpty || entry.isFirst
    }

    mutating func close(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        let watch = entry.watch
        accounts.release(watch.users.ids.count, for: watch.viewer)
        if let network = entry.network { addresses.release(watch.users.ids.count, for: network) }
        for user in watch.users.ids { watchers.remove(id, of: user) }
        watchesOfViewer.remove(id, of: watch.viewer)
    }

    mutating func noteHeartbeat(_ id: ID) {
        entries[id]?.watch.noteHeartbeat()
    }

    mutating func take(_ id: ID) -> ProfileWatch.Update? {
        guard let settlingRound = entries[id]?.settlingRound else { return nil }
        return entries[id]?.watch.take(at: settlingRound <= endedRound ? position : nil)
    }
}

/// Reading and noting changes.
extension ProfileWatchTable {
    /// - Returns: `nil` if no user is watched yet.
    mutating func beginRound() -> Round? {
        guard let position else { return nil }
        lastRound += 1
        defer { unread = [] }
        return Round(number: lastRound, start: position, unread: unread)
    }

    /// Lets the next round read the users of a failed round.
    mutating func giveUp(_ round: Round) {
        unread.formUnion(round.unread)
    }

    func isWatched(_ user: UUIDv7) -> Bool { watchers[user] != nil }

    /// Whether any watch needs the texts of the user.
    func areTextsWatched(of user: UUIDv7) -> Bool {
        watchers[user]?.contains { entries[$0]?.watch.users.fields.haveTexts == true } ?? false
    }

    /// Whether any watch depends on the user's blocks.
    func concernsBlocks(of user: UUIDv7) -> Bool {
        isWatched(user) || watchesOfViewer[user] != nil
    }

    /// The users for whom the user's blocks matter: those who watch the user, and those whom the
    /// user watches.
    func others(concernedBy user: UUIDv7) -> Set<UUIDv7> {
        var others = Set((watchers[user] ?? []).compactMap { entries[$0]?.watch.viewer })
        for id in watchesOfViewer[user] ?? [] {
            if let users = entries[id]?.watch.users.ids { others.formUnion(users) }
        }
        return others
    }

    /// The users whom a viewer watches and has unblocked.
    func unblocked(by viewer: UUIDv7, whoHasBlocked now: Set<UUIDv7>) -> Set<UUIDv7> {
        (watchesOfViewer[viewer] ?? []).reduce(into: []) { unblocked, id in
            if let blocked = entries[id]?.watch.blocked {
                unblocked.formUnion(blocked.subtracting(now))
            }
        }
    }

    /// Notes changes in the watches.
    ///
    /// - Returns: the watches that have news.
    mutating func note(_ changes: WatchedChanges, of round: Round) -> Set<ID> {
        var changed: Set<ID> = []
        // First the blocks, which decide who may see, then the profiles.
        for (user, blocked) in changes.blocks {
            for id in watchesOfViewer[user] ?? [] where id <= changes.lastWatch {
                noteBlocked(blocked, in: id, changes.profiles)
                changed.insert(id)
            }
            for id in watchers[user] ?? [] where id <= changes.lastWatch {
                guard let viewer = entries[id]?.watch.viewer else { continue }
                entries[id]?.watch.noteBlock(
                    by: user, blocked.contains(viewer), changes.profiles[user] ?? .none)
                changed.insert(id)
            }
        }
        for (user, seen) in changes.profiles {
            for id in watchers[user] ?? [] where id <= changes.lastWatch {
                entries[id]?.watch.note(user, seen)
                changed.insert(id)
            }
        }
        // A watch that has begun meanwhile may have moved the position back.
        if position == round.start { position = changes.end }
        endedRound = round.number
        return changed.filter { entries[$0]?.watch.hasNews ?? false }
    }

    private mutating func noteBlocked(
        _ blocked: Set<UUIDv7>, in id: ID, _ profiles: [UUIDv7: SeenProfile]
    ) {
        guard let users = entries[id]?.watch.users.ids else { return }
        let missing = entries[id]?.watch.noteBlocked(blocked.intersection(users), profiles) ?? []
        guard !missing.isEmpty else { return }
        // The watch has begun with blocks that were read before these changes.
        unread.formUnion(missing)
        entries[id]?.settlingRound = lastRound + 1
    }
}
