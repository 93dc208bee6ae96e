import RollcallCrypto
import RollcallRPC
import Storage

extension AuthStore {
    /// The live sessions of an account, as one of them sees them, the last used first.
    ///
    /// - Throws: `RPCError` (SESSION_ENDED) if the calling session has ended.
    func sessions(
        seenFrom id: UUIDv7, at clock: SessionClock
    ) async throws -> (sessions: [AccountSession], account: Account) {
        try await read { snapshot in
            let caller = try snapshot.liveSession(id, at: clock)
            return try snapshot.sessions(of: caller.accountID, at: clock).orThrow(.sessionEnded)
        }
    }

    /// The sessions of the caller's account to end.
    enum Revocation {
        case one(UUIDv7)
        case others
        case all
    }

    /// - Throws: `RPCError`: SESSION_NOT_FOUND if the account has no such session; SESSION_ENDED if
    ///   the caller's own has ended, so that it ends no others.
    func revoke(
        _ revocation: Revocation, by callerID: UUIDv7, at clock: SessionClock
    ) async throws {
        try await write(inTurn: true) { tx in
            let (caller, now) = (try tx.liveSession(callerID, at: clock), clock.now)
            switch revocation {
            case .one(let id):
                guard try tx.session(id)?.accountID == caller.accountID else {
                    throw RPCError.sessionNotFound
                }
                try tx.endSession(id, reason: .revoked, now: now)
                try tx.note(.sessionsRevoked, of: caller.accountID, after: "one", now: now)
            case .others:
                try tx.endSessions(
                    of: caller.accountID, except: callerID, reason: .revoked, now: now)
                try tx.note(.sessionsRevoked, of: caller.accountID, after: "others", now: now)
            case .all:
                try tx.endSessions(of: caller.accountID, reason: .revoked, now: now)
                try tx.note(.sessionsRevoked, of: caller.accountID, after: "all", now: now)
            }
        }
    }
}

extension Snapshot {
    /// An account's live sessions, the last used first; nil if there is no such account.
    func sessions(
        of id: UUIDv7, at clock: SessionClock
    ) throws -> (sessions: [AccountSession], account: Account)? {
        guard let account = try account(id) else { return nil }
        let sessions = try openSessions(of: id)
        return (sessions.filter { $0.isLive(at: clock.now, clock.configuration) }, account)
    }

    /// The sessions that were not ended, including expired ones, the last used first.
    func openSessions(of accountID: UUIDv7) throws -> [AccountSession] {
        try all(Statements.openSessions, accountID)
    }
}

extension AuthTransaction {
    /// Ends all sessions of an account except one.
    func endSessions(
        of accountID: UUIDv7, except kept: UUIDv7? = nil, reason: AccountSession.EndReason,
        now: Int64
    ) throws {
        for session in try openSessions(of: accountID) where session.id != kept {
            try endSession(session.id, reason: reason, now: now)
        }
    }

    /// Makes room for a new session, so that an account has at most `AccountSession.limit`. Also
    /// marks expired sessions, and deletes the oldest ended ones beyond
    /// `AccountSession.endedLimit`.
    func makeRoom(for session: AccountSession, _ configuration: AuthConfiguration) throws {
        let now = session.createdAt
        var liveCount = 0
        for other in try openSessions(of: session.accountID) {
            if !other.isLive(at: now, configuration) {
                try endSession(other.id, reason: .expired, now: now)
            } else if liveCount == AccountSession.limit - 1 {
                try endSession(other.id, reason: .replaced, now: now)
            } else {
                liveCount += 1
            }
        }
        try submit(Statements.forgetEnded, session.accountID, AccountSession.endedLimit - 1)
    }
}

private enum Statements {
    static let openSessions = Query<AccountSession, UUIDv7>(
        """
        SELECT \(AccountSession.columns) FROM session
        WHERE accountID = $1 AND endedAtMs IS NULL ORDER BY refreshedAtMs DESC, id DESC
        """)

    /// Parameters: the account, and how many of its ended sessions stay, but for one.
    static let forgetEnded = Command<UUIDv7, Int>(
        """
        DELETE FROM session WHERE accountID = $1 AND endedAtMs < (
            SELECT endedAtMs FROM session WHERE accountID = $1 AND endedAtMs IS NOT NULL
            ORDER BY endedAtMs DESC LIMIT 1 OFFSET $2)
        """)
}
