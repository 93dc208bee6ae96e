import RollcallCrypto

extension Roster {
    /// Whether there is a record of the user, or none is to be made any more.
    func isRegistered(_ id: UUIDv7) -> Bool {
        erased.contains(id) || users.index(of: id).map { users.lastSeen($0) > 0 } ?? false
    }

    /// Notes that the record of a user who has signed up is about to be written.
    ///
    /// - Returns: the version that is reserved for the change, nil when it is none; and the version with which
    ///   the record is to be written. The file may lack the version of a user who came before the record, so
    ///   that a restart would tell no watch of what the record says.
    mutating func reserveSignUp(of id: UUIDv7) -> (reserved: UInt64?, written: UInt64?) {
        guard replica == nil else { return (nil, nil) }
        guard !isRegistered(id) else { return (nil, lastChange(of: id)) }
        let version = reserveChange(of: id)
        return (version, version)
    }

    /// Begins the record of a user who has signed up, unless there is one, or the user was erased.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC.
    mutating func register(_ id: UUIDv7, at time: Int64) {
        guard !erased.contains(id) else { return }
        let user = users.enter(id)
        guard users.lastSeen(user) == 0 else { return }
        let before = entry(of: id)
        users.see(user, at: time)
        // Also those who see by whole days when the user was here: the day of the sign-up may be over.
        if entry(of: id) != before {
            tell(user)
        } else if !frozen.contains(id) {
            tellOwner(user)
        }
    }
}
