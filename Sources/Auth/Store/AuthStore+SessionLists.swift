import GRDB
import RollcallCrypto

extension AuthStore {
    /// The live sessions of an account, as one of them sees it, the one used last first.
    ///
    /// - Returns: `nil` when the one that asks has ended.
    func sessions(
        seenFrom id: UUIDv7, now: Int64, _ configuration: AuthConfiguration
    ) async throws -> (sessions: [AccountSession], account: Account)? {
        try await read { db in
            guard let caller = try db.session(id), caller.isLive(at: now, configuration),
                let account = try db.account(caller.accountID)
            else { return nil }
            let sessions = try db.openSessions(of: account.id)
            return (sessions.filter { $0.isLive(at: now, configuration) }, account)
        }
    }

    /// Which sessions of the caller's account are to end.
    enum Revocation {
        case one(UUIDv7)
        case others
        case all
    }

    enum RevocationOutcome {
        case done
        /// The account has no such session.
        case unknown
        /// The caller's own has ended: it ends no others.
        case callerEnded
    }

    func revoke(
        _ revocation: Revocation, by callerID: UUIDv7, now: Int64,
        _ configuration: AuthConfiguration
    ) async throws -> RevocationOutcome {
        try await write { db in
            guard let caller = try db.session(callerID), caller.isLive(at: now, configuration)
            else { return .callerEnded }
            switch revocation {
            case .one(let id):
                guard try db.session(id)?.accountID == caller.accountID else { return .unknown }
                try db.endSession(id, reason: .revoked, now: now)
            case .others, .all:
                for session in try db.openSessions(of: caller.accountID) {
                    if case .others = revocation, session.id == callerID { continue }
                    try db.endSession(session.id, reason: .revoked, now: now)
                }
            }
            return .done
        }
    }
}

extension Database {
    /// Those that nobody has ended, expired ones among them, the one used last first.
    func openSessions(of accountID: UUIDv7) throws -> [AccountSession] {
        let statement = try cachedStatement(
            sql: """
                SELECT * FROM session WHERE accountID = ? AND endedAtMs IS NULL
                ORDER BY refreshedAtMs DESC, id DESC
                """)
        return try Row.fetchAll(statement, arguments: [accountID.data]).map(AccountSession.init)
    }

    /// Ends all sessions of an account.
    func endSessions(
        of accountID: UUIDv7, reason: AccountSession.EndReason, now: Int64
    ) throws {
        for session in try openSessions(of: accountID) {
            try endSession(session.id, reason: reason, now: now)
        }
    }

    /// Makes room for a session that is opened now, so that an account has no more than
    /// `AccountSession.limit`, and notes which have expired.
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
    }
}
