import RollcallCrypto

/// Blocks between users.
extension Roster {
    /// Replaces the list of users whom a user has blocked. Users who start or stop seeing each other are
    /// told by their watches. No other watch is told.
    mutating func setBlocked(_ blocked: [UUIDv7], by id: UUIDv7) {
        guard !blocked.isEmpty || users.index(of: id) != nil, !users.erased.contains(id) else { return }
        let user = users.enter(id)
        let new = Set(blocked.filter { $0 != id && !users.erased.contains($0) }.map { users.enter($0) })
        let changed = new.symmetricDifference(blocks.list(of: user))
        guard !changed.isEmpty else { return }
        let before = changed.filter { blocks.areApart(user, $0) }
        blocks.set(Array(new), of: user)
        // Before that, no presence was shown.
        if blocks.isKnown {
            // If the service is killed before the blocks are written, Profile sends the blocks of that
            // time. If they were changed back by then, watches would miss the change.
            if replica == nil { journal.unwritten.noteBlocks(at: watches.version + 1) }
            for other in changed where blocks.areApart(user, other) != before.contains(other) {
                tellView(of: other, to: user)
                tellView(of: user, to: other)
            }
        }
        for other in changed.union([user]) { leaveIfUnknown(other) }
    }

    /// Records that Profile sends all lists again. Only where no store keeps the lists.
    mutating func beginCopy(_ news: BlockNews) {
        guard replica != nil else { return }
        if news.replaces { blocks.doubtful = Set(blocks.owners) }
        for list in news.lists {
            if let user = users.index(of: list.user) { blocks.doubtful.remove(user) }
        }
    }

    /// Records the end of a full copy where no store keeps the lists. Users who were not in it have no
    /// blocks, and presence is shown from now on.
    mutating func endCopy(_ news: BlockNews) {
        guard replica != nil, news.isCurrent else { return }
        for user in blocks.doubtful { setBlocked([], by: users.id(of: user)) }
        blocks.doubtful = []
        (blocks.isKnown, blocks.isCurrent) = (true, true)
    }

    /// Restores stored blocks.
    mutating func restore(_ stored: StoredBlocks) {
        for list in stored.lists { setBlocked(list.blocked, by: list.user) }
        blocks.isKnown = stored.isWhole
    }

    /// Removes a user from the tables if nothing is known of the user any more.
    mutating func leaveIfUnknown(_ user: UserTable.Index) {
        guard leases.count(of: user) == 0, statuses.status(of: user) == nil,
            !names.has(user), !watches.isWatched(user),
            !blocks.mentions(user), replica?.version(of: user) ?? 0 == 0, users.leave(user)
        else { return }
        journal.departed.note(users.id(of: user), at: watches.lastChange(of: user))
        watches.setLastChange(of: user, 0)
    }
}
