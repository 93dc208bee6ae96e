import RollcallCrypto

extension Roster {
    /// Whether the user has a record, or was erased and gets none.
    func isRegistered(_ id: UUIDv7) -> Bool {
        users.erased.contains(id) || users.index(of: id).map { users.lastSeen($0) > 0 } ?? false
    }

    /// Records that the sign-up of a user is about to be stored.
    ///
    /// - Returns: the version reserved for the change, nil if there is no change; and the version
    ///   for the record. The file may lack the version of a user who came before the record. Then a
    ///   restart would send the record to no watch.
    mutating func reserveSignUp(of id: UUIDv7) -> (reserved: UInt64?, written: UInt64?) {
        guard replica == nil else { return (nil, nil) }
        guard !isRegistered(id) else { return (nil, lastChange(of: id)) }
        let version = reserveChange(of: id)
        return (version, version)
    }

    /// Creates the record of a user who has signed up. Does nothing if there is one, or the user
    /// was erased.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC.
    mutating func register(_ id: UUIDv7, at time: Int64) {
        guard !users.erased.contains(id) else { return }
        let user = users.enter(id)
        guard users.lastSeen(user) == 0 else { return }
        let before = entry(of: id)
        users.see(user, at: time)
        // Also sent to viewers who see last seen times in whole days: the day of the sign-up may be
        // over.
        if entry(of: id) != before {
            tell(user)
        } else {
            tellOwner(user)
        }
    }
}
