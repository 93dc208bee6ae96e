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
    /// An owner who has just given a proof.
    ///
    /// - Parameters:
    ///   - session: the caller's.
    ///   - verified: the account that the proof was compared with.
    case ofOwner(session: UUIDv7, verified: Account, at: SessionClock)
    /// An account that nobody can sign in to, and that nobody has used since a time.
    case ofNobody(since: Int64)
}

extension Snapshot {
    /// Whether an account may be deleted.
    ///
    /// - Returns: `false` for the last administrator's; for its owner, if a credential of the
    ///   account has changed meanwhile.
    /// - Throws: `RPCError` (SESSION_ENDED, LAST_ADMIN) for its owner.
    func permits(_ right: DeletionRight, _ account: Account) throws -> Bool {
        switch right {
        case .ofOperator: return true
        case .ofAdministrator(let now): return try !isLastAdmin(account.id, now: now)
        case .ofNobody(let time): return try isOfNobody(account.id, since: time)
        case .ofOwner(let session, let verified, let clock):
            try liveSession(session, at: clock)
            if try isLastAdmin(account.id, now: clock.now) { throw RPCError.lastAdmin }
            return account.credentialsChangedAt == verified.credentialsChangedAt
        }
    }
}
