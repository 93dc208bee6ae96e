import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What users have written beside their presence.
extension Roster {
    func status(of id: UUIDv7) -> UserStatus? {
        users.index(of: id).flatMap(statuses.status)
    }

    mutating func setStatus(_ change: StatusChange, of user: UserTable.Index) throws(RPCError) {
        switch change {
        case .remove: removeStatus(of: user)
        case .set(let status):
            let old = statuses.status(of: user)
            guard old != status else { return }
            guard old != nil || statuses.count < configuration.statuses else { throw .overloaded }
            statuses.set(status, of: user)
            noteStatus(of: user)
        }
    }

    mutating func removeStatus(of user: UserTable.Index) {
        guard statuses.status(of: user) != nil else { return }
        statuses.remove(of: user)
        noteStatus(of: user)
    }

    private mutating func noteStatus(of user: UserTable.Index) {
        journal.backlog.statusChanged(users.id(of: user))
        // The status of an offline user is not shown.
        if leases.state(of: user) != .offline { tellState(of: user) }
    }
}
