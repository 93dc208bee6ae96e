import RollcallCrypto

extension Roster {
    /// Whether there is a record of the user, or none is to be made any more.
    func isRegistered(_ id: UUIDv7) -> Bool {
        erased.contains(id) || users.index(of: id).map { users.lastSeen($0) > 0 } ?? false
    }

    /// Begins the record of a user who has signed up, unless there is one, or the user was erased.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC.
    mutating func register(_ id: UUIDv7, at time: Int64) {
        guard !erased.contains(id) else { return }
        let user = users.enter(id)
        guard users.lastSeen(user) == 0 else { return }
        users.see(user, at: time)
        if !frozen.contains(id) { tellState(of: user) }
    }
}
