import RollcallCrypto

extension Roster {
    /// Ends and deletes everything of a user, who cannot come back. Watches of the user see a user
    /// who is offline and was never seen.
    mutating func erase(_ id: UUIDv7) {
        let (wasShown, hasUnreadName) = (isShown(id), mayHaveUnreadName(id))
        guard !users.erased.contains(id) else { return }
        users.erase([id])
        guard let user = hasUnreadName ? users.enter(id) : users.index(of: id) else { return }
        change(user) { roster in
            for lease in roster.leases.leases(of: user) { roster.end(lease, .erased) }
        }
        statuses.remove(of: user)
        // Also if the state is unchanged, as the last seen time is deleted.
        if wasShown || hasUnreadName { tell(user) } else { tellOwner(user) }
        users.forget(user)
        dayTurn.forgetBucket(of: user)
        _ = names.set(NameTable.Card(), of: user)
        // The user's own list and other users' lists keep the user until the next start. So viewers
        // whom the blocks concern do not learn of the erasure. The file forgets all of it
        // immediately.
        leaveIfUnknown(user)
    }

    /// Whether others see anything of the user. If they saw nothing before and after a change, it
    /// is not sent to them.
    func isShown(_ id: UUIDv7) -> Bool {
        entry(of: id) != .unknown(id)
    }

    /// Whether a watch may show a name of the user that this run has not read so far. An earlier
    /// run may have sent it.
    private func mayHaveUnreadName(_ id: UUIDv7) -> Bool {
        !names.isWhole && shownVisibility(of: id) != .nobody
    }
}
