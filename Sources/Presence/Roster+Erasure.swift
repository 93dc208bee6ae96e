import RollcallCrypto

/// Users who are to be forgotten.
extension Roster {
    /// Ends all that the user has here, and lets nothing begin again. Who watches the user is told of
    /// somebody who is offline and was never seen.
    mutating func erase(_ id: UUIDv7) {
        guard erased.insert(id).inserted, let user = users.index(of: id) else { return }
        change(user) { roster in
            for lease in roster.leases.leases(of: user) { roster.end(lease) }
        }
        users.forget(user)
        // Also when the state is the same: when the user was last seen is not.
        tell(user)
        if !watches.isWatched(user) { users.leave(user) }
    }

    func leases(of id: UUIDv7) -> [Lease] {
        users.index(of: id).map(leases.leases) ?? []
    }
}
