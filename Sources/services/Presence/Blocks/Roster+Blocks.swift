import RollcallCrypto

/// Blocks between users.
extension Roster {
    /// Replaces the list of users whom a user has blocked. The change is sent to the watches of
    /// users who start or stop seeing each other, and to no other watch.
    mutating func setBlocked(_ blocked: [UUIDv7], by id: UUIDv7) {
        guard !blocked.isEmpty || users.index(of: id) != nil, !users.erased.contains(id) else {
            return
        }
        let user = users.enter(id)
        let new = Set(
            blocked.filter { $0 != id && !users.erased.contains($0) }.map { users.enter($0) })
        let changed = new.symmetricDifference(blocks.list(of: user))
        guard !changed.isEmpty else { return }
        let before = changed.filter { blocks.areApart(user, $0) }
        blocks.set(Array(new), of: user)
        // Before that, no presence was shown.
        if blocks.isKnown {
            // If the service is killed before the blocks are written, Profile sends the blocks of
            // that time. If they were changed back by then, watches would miss the change.
            if replica == nil { journal.unwritten.noteBlocks(at: watches.version + 1) }
            for other in changed where blocks.areApart(user, other) != before.contains(other) {
                tellView(of: other, to: user)
                tellView(of: user, to: other)
            }
        }
        for other in changed.union([user]) { leaveIfUnknown(other) }
    }

    /// Records whose lists a message has or leaves as they are, and whether Profile sends all
    /// again, beginning with it.
    mutating func beginCopy(_ news: ProfileNews) {
        if news.replaces { blocks.beginCopy() }
        for id in news.lists.map(\.user) + news.gone {
            if let user = users.index(of: id) { blocks.confirm(user) }
        }
    }

    /// Records the end of a copy. Users who were not in it have no blocks.
    ///
    /// - Returns: the lists of those users, for the store.
    mutating func endCopy(_ news: ProfileNews) -> [BlockList] {
        guard news.isCurrent else { return [] }
        let left = blocks.endCopy().map { BlockList(user: users.id(of: $0), blocked: []) }
        for list in left { setBlocked([], by: list.user) }
        // With a store, presence is shown once the copy is written.
        if replica != nil { (blocks.isKnown, blocks.isCurrent) = (true, true) }
        return left
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
