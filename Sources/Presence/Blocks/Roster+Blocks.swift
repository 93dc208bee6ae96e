import RollcallCrypto

/// Who has blocked whom.
extension Roster {
    /// Replaces the list of those whom a user has blocked. Those who now see each other, or no longer
    /// do, are told of it by their watches; nobody else is.
    mutating func setBlocked(_ blocked: [UUIDv7], by id: UUIDv7) {
        guard !blocked.isEmpty || users.index(of: id) != nil, !erased.contains(id) else { return }
        let user = users.enter(id)
        let new = Set(blocked.filter { $0 != id && !erased.contains($0) }.map { users.enter($0) })
        let changed = new.symmetricDifference(blocks.list(of: user))
        guard !changed.isEmpty else { return }
        let before = changed.filter { blocks.areApart(user, $0) }
        blocks.set(Array(new), of: user)
        // Before that nobody was shown anything.
        if knowsBlocks {
            // If the service is killed before the blocks are written, Profile tells what they are then: that may be
            // what they were before, and watches would not be told of it.
            if replica == nil { unwrittenBlocks = unwrittenBlocks ?? watches.version + 1 }
            for other in changed where blocks.areApart(user, other) != before.contains(other) {
                tellView(of: other, to: user)
                tellView(of: user, to: other)
            }
        }
        for other in changed.union([user]) { leaveIfUnknown(other) }
    }

    /// Notes that all lists begin anew with a part, where no store keeps them.
    mutating func beginCopy(_ news: BlockNews) {
        guard replica != nil else { return }
        if news.replaces { doubtfulBlockers = Set(blocks.owners) }
        for list in news.lists {
            if let user = users.index(of: list.user) { doubtfulBlockers.remove(user) }
        }
    }

    /// Notes that nothing is behind a part, where no store keeps the lists: users who were not told have blocked
    /// nobody, and presence is shown from then on.
    mutating func endCopy(_ news: BlockNews) {
        guard replica != nil, news.isCurrent else { return }
        for user in doubtfulBlockers { setBlocked([], by: users.id(of: user)) }
        doubtfulBlockers = []
        (knowsBlocks, followsProfile) = (true, true)
    }

    /// Takes up whom users have blocked, as it was stored.
    mutating func restore(_ stored: StoredBlocks) {
        for list in stored.lists { setBlocked(list.blocked, by: list.user) }
        knowsBlocks = stored.isWhole
    }

    /// Has a user forgotten in the tables, if nothing is known of the user any more.
    mutating func leaveIfUnknown(_ user: UserTable.Index) {
        guard leases.count(of: user) == 0, statuses.status(of: user) == nil,
            settingNumbers[user] == nil, !names.has(user), !watches.isWatched(user),
            !blocks.mentions(user), replica?.version(of: user) ?? 0 == 0, users.leave(user)
        else { return }
        departed.note(users.id(of: user), at: watches.lastChange(of: user))
        watches.setLastChange(of: user, 0)
    }
}
