import NIOCore
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The operations of watches.
extension Roster {
    /// The most users of one update. The lock is held while they are looked up, and a message has a
    /// limit.
    static let usersPerUpdate = 1_000

    /// Opens a watch. It begins with changes if the cursor allows that.
    mutating func openWatch(
        _ opening: WatchChange, by caller: WatchCaller
    ) throws(RPCError) -> WatchTable.ID {
        try checkIsKnown()
        guard watches.count(of: caller.user) < configuration.watchesPerUser else {
            throw .tooManyWatches
        }
        try checkLimits(adding: opening.added.count, for: caller.user)
        let beginning: WatchTable.Beginning =
            switch opening.cursor {
            case nil: .snapshot
            case let cursor?: knownVersion(of: cursor) == nil ? .reset : .changes
            }
        let watch = watches.open(by: caller, beginning)
        add(opening.added, to: watch, of: caller.user, from: opening.cursor)
        watches.countRequest(of: watch)
        return watch
    }

    /// Adds users to a watch and removes others. If it is refused, the caller must close the watch.
    mutating func changeWatch(
        _ watch: WatchTable.ID, _ change: WatchChange
    ) throws(RPCError) {
        guard let owner = watches.owner(of: watch) else { return }
        let removed = watches.remove(
            Set(change.removed.compactMap { users.index(of: $0) }), from: watch)
        let known = watches.users(
            of: watch, among: Set(change.added.compactMap { users.index(of: $0) }))
        let added = change.added.filter { id in
            users.index(of: id).map { !known.contains($0) } ?? true
        }
        try checkLimits(adding: added.count, for: owner)
        add(added, to: watch, of: owner, from: change.cursor)
        for user in removed { leaveIfUnknown(user) }
        watches.countRequest(of: watch)
    }

    mutating func closeWatch(_ watch: WatchTable.ID) {
        for user in watches.close(watch) { leaveIfUnknown(user) }
    }

    /// The next message to a watch; nil if there is nothing to send.
    mutating func takeUpdate(of watch: WatchTable.ID) -> WatchUpdate? {
        guard watches.hasNews(watch) else { return nil }
        let viewer = watches.owner(of: watch).flatMap { users.index(of: $0) }
        let seenOtherwise = watches.viewChanges(of: watch).compactMap { users.index(of: $0) }
        // This is no copy, as nothing is written to the blocks meanwhile.
        let blocks = blocks
        let update = watches.take(
            watch, limit: Self.usersPerUpdate, own: viewer, seenOtherwise: Set(seenOtherwise)
        ) { user in viewer.map { blocks.areApart($0, user) } ?? false }
        guard let part = update ?? watches.takeBeat(of: watch) else { return nil }
        return WatchUpdate(
            presences: presences(of: part.users, seenBy: viewer),
            isSnapshot: part.isSnapshot, isReset: part.isReset,
            cursor: part.version.map {
                PresenceCursor(epoch: epoch, version: cursorVersion($0))
            },
            staleSince: watches.staleness.since, requests: part.requests)
    }

    private mutating func presences(
        of watched: [UserTable.Index], seenBy viewer: UserTable.Index?
    ) -> ByteBuffer {
        var presences = ByteBuffer()
        presences.reserveCapacity(watched.count * ByteBuffer.usualSizeOfPresence)
        for user in watched {
            // Only the viewers themselves see this state.
            guard user != viewer else {
                presences.writePresence(entry(of: user, seenBy: viewer))
                continue
            }
            let key = PresenceCache.Key(
                user: user, id: users.id(of: user), isHidden: areApart(viewer, user),
                version: watches.lastChange(of: user), lastSeen: users.lastSeen(user),
                today: users.today)
            // No closure makes the entry: it would hold a copy of the roster and retain each of its
            // tables.
            if !presenceCache.append(key, to: &presences) {
                presenceCache.append(entry(of: user, seenBy: viewer), as: key, to: &presences)
            }
        }
        return presences
    }

    private func areApart(_ viewer: UserTable.Index?, _ user: UserTable.Index) -> Bool {
        guard let viewer else { return false }
        return blocks.areApart(viewer, user)
    }

    private func checkLimits(adding count: Int, for owner: UUIDv7) throws(RPCError) {
        guard watches.watchedCount(of: owner) + count <= configuration.watchedUsersPerUser else {
            throw .tooManyWatches
        }
        guard watches.watchedCount + count <= configuration.watchedUsers else { throw .overloaded }
    }

    /// - Parameter ids: users that the watch does not have yet.
    private mutating func add(
        _ ids: [UUIDv7], to watch: WatchTable.ID, of owner: UUIDv7, from cursor: PresenceCursor?
    ) {
        let added = ids.map { users.enter($0) }
        guard let version = cursor.flatMap(knownVersion) else {
            return watches.add(added, to: watch) { _ in true }
        }
        let viewer = users.index(of: owner)
        let news = added.filter { user in
            let id = users.id(of: user)
            if watches.views.version(of: id, for: owner) > version { return true }
            let isHidden = viewer.map { blocks.areApart($0, user) } ?? false
            return lastChange(of: id) > version && !isHidden
        }
        var isNews = Set(news)
        // Changes of a user who hides them have no version, as other users could count those.
        if let viewer, users.visibility(viewer) != .everyone, added.contains(viewer) {
            isNews.insert(viewer)
        }
        watches.add(added, to: watch) { isNews.contains($0) }
    }

    /// A version as a cursor has it.
    private func cursorVersion(_ version: UInt64) -> UInt64 {
        replica.map { UInt64($0.resumePoints.time(of: version)) } ?? version
    }

    /// The version of a cursor since which all changes are known; nil if the cursor cannot be used.
    private func knownVersion(of cursor: PresenceCursor) -> UInt64? {
        var version = cursor.version
        if let replica {
            guard let time = Int64(exactly: version),
                let resumed = replica.resumePoints.version(at: time)
            else { return nil }
            version = resumed
        }
        guard cursor.epoch == epoch, version <= watches.version, journal.history.knows(version),
            !watches.views.isUnknown(since: version), version >= journal.departed.forgotten
        else { return nil }
        return version
    }
}
