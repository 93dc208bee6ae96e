import RollcallCrypto

/// Erasing and freezing users.
extension Roster {
    /// Ends and deletes everything of a user. The user cannot come back, unless the user is a stray: one
    /// without a known account. Watches of the user see a user who is offline and was never seen.
    mutating func erase(_ id: UUIDv7, isStray: Bool = false) {
        let (wasShown, hasUnreadName) = (isShown(id), mayHaveUnreadName(id))
        frozen.remove(id)
        if !isStray {
            guard erased.insert(id).inserted else { return }
        }
        guard let user = hasUnreadName ? users.enter(id) : users.index(of: id) else { return }
        endLeases(of: user, .erased)
        statuses.remove(of: user)
        // Also if the state is unchanged, as the last seen time is deleted.
        if wasShown || hasUnreadName { tell(user) } else { tellOwner(user) }
        if isStray {
            // No version of a stray is kept, so earlier cursors cannot be told what has changed.
            history.floor = max(history.floor, watches.version)
            unwritten.users.remove(id)
        }
        users.forget(user)
        toldBuckets[user] = nil
        settingNumbers[user] = nil
        _ = names.set(NameTable.Card(), of: user)
        // The user's own list and other users' lists keep the user until the next start. So viewers whom
        // the blocks concern do not learn of the erasure. The file forgets all of it immediately. A stray
        // never had an account, so no user has blocked one.
        let blocked = isStray ? blocks.list(of: user) : []
        if isStray { blocks.set([], of: user) }
        for other in blocked + [user] { leaveIfUnknown(other) }
    }

    /// Freezes a user: ends the leases and hides the user. Or shows the user again.
    mutating func setFrozen(_ id: UUIDv7, _ isFrozen: Bool) {
        guard frozen.contains(id) != isFrozen, !erased.contains(id) else { return }
        let (wasShown, hasUnreadName) = (isShown(id), mayHaveUnreadName(id))
        let user = hasUnreadName ? users.enter(id) : users.index(of: id)
        if isFrozen {
            if let user { endLeases(of: user, .frozen) }
            frozen.insert(id)
        } else {
            frozen.remove(id)
        }
        guard let user else { return }
        if wasShown || hasUnreadName || isShown(id) { tell(user) } else { tellOwner(user) }
        leaveIfUnknown(user)
    }

    /// Whether others see anything of the user. If they saw nothing before and after a change, they are
    /// not told of it.
    func isShown(_ id: UUIDv7) -> Bool {
        entry(of: id) != .unknown(id)
    }

    /// Whether a watch may show a name of the user that this run has not read yet: an earlier run has told
    /// the watch of the name.
    private func mayHaveUnreadName(_ id: UUIDv7) -> Bool {
        nameProgress.isMissing && !frozen.contains(id) && shownVisibility(of: id) != .nobody
    }

    private mutating func endLeases(of user: UserTable.Index, _ cause: LeaseEnd) {
        change(user) { roster in
            for lease in roster.leases.leases(of: user) { roster.end(lease, cause) }
        }
    }
}
