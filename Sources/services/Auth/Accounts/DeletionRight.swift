import RollcallCrypto
import RollcallRPC
import Storage

/// Who deletes an account, and so what must hold in the transaction that deletes it.
enum DeletionRight: Sendable {
    /// The operator may delete every account.
    case ofOperator
    /// Others may delete every account but the last administrator's.
    ///
    /// - Parameter now: milliseconds since 1970.
    case ofAdministrator(now: Int64)
    case ofOwner(Owner)

    /// An owner who has just given the password.
    struct Owner: Sendable {
        let sessionID: UUIDv7
        /// The account that the password was compared with.
        let verified: Account
        let clock: SessionClock
    }
}

extension Snapshot {
    /// Whether an account may be deleted.
    ///
    /// - Returns: `false` for the last administrator's; for its owner, if a credential of the
    ///   account has changed meanwhile.
    /// - Throws: `RPCError` (SESSION_ENDED, LAST_ADMIN) for its owner.
    func permits(_ right: DeletionRight, _ account: Account) throws -> Bool {
        switch right {
        case .ofOperator: true
        case .ofAdministrator(let now): try !isLastAdmin(account.id, now: now)
        case .ofOwner(let owner): try permits(owner, account)
        }
    }

    private func permits(_ owner: DeletionRight.Owner, _ account: Account) throws -> Bool {
        try liveSession(owner.sessionID, at: owner.clock.now, owner.clock.configuration)
        if try isLastAdmin(account.id, now: owner.clock.now) { throw RPCError.lastAdmin }
        return account.credentialsChangedAt == owner.verified.credentialsChangedAt
    }
}
