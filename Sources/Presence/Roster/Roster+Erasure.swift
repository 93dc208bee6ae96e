import RollcallCrypto

/// Users who are to be forgotten, or hidden.
extension Roster {
    /// Ends all that the user has here, and lets nothing begin again, unless the user is a stray. Who
    /// watches the user is told of somebody who is offline and was never seen.
    mutating func erase(_ id: UUIDv7, isStray: Bool = false) {
        let wasShown = isShown(id)
        frozen.remove(id)
        if !isStray {
            guard erased.insert(id).inserted else { return }
        }
        guard let user = users.index(of: id) else { return }
        endLeases(of: user, .erased)
        statuses.remove(of: user)
        // Also when the state is the same: when the user was last seen is not.
        if wasShown { tell(user) } else { tellOwner(user) }
        if isStray {
            // Nothing is kept of a stray, so that earlier watches cannot be told what has changed.
            history.floor = max(history.floor, watches.version)
            unwritten.users.remove(id)
        }
        users.forget(user)
        toldBuckets[user] = nil
        settingNumbers[user] = nil
        _ = names.set(NameTable.Card(), of: user)
        // The lists of others go on to have the user until the next start, and the user's own list stays as long:
        // those who did not see the user are not told of the erasure either. The file forgets all of it at once.
        // Without an account, nobody was ever blocked.
        let blocked = isStray ? blocks.list(of: user) : []
        if isStray { blocks.set([], of: user) }
        for other in blocked + [user] { leaveIfUnknown(other) }
    }

    /// Ends the user's leases, and shows nothing of the user; or shows it again.
    mutating func setFrozen(_ id: UUIDv7, _ isFrozen: Bool) {
        guard frozen.contains(id) != isFrozen, !erased.contains(id) else { return }
        let user = users.index(of: id)
        let wasShown = isShown(id)
        if isFrozen {
            if let user { endLeases(of: user, .frozen) }
            frozen.insert(id)
        } else {
            frozen.remove(id)
        }
        guard let user else { return }
        if wasShown || isShown(id) { tell(user) } else { tellOwner(user) }
    }

    /// Whether others see anything of the user. If not before a change and not after it, they are not told
    /// that there was one.
    func isShown(_ id: UUIDv7) -> Bool {
        entry(of: id) != .unknown(id)
    }

    private mutating func endLeases(of user: UserTable.Index, _ cause: LeaseEnd) {
        change(user) { roster in
            for lease in roster.leases.leases(of: user) { roster.end(lease, cause) }
        }
    }
}
