import GRDB
import RollcallCrypto

extension AuthStore {
    enum AccountChange {
        case done
        /// The session that asked for it has ended.
        case callerEnded
        /// The account is another than the one that was read.
        case accountChanged
    }

    func setLocale(_ locale: String, of id: UUIDv7) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE account SET locale = ? WHERE id = ?", arguments: [locale, id.data])
        }
    }

    /// Stores another password, and ends all of the account's sessions but the caller's, which has
    /// just been given a password, and what was open for the old one.
    ///
    /// - Parameter notice: to the owner; made only if the password is changed.
    func changePassword(
        of account: Account, to hash: PasswordHash, by callerID: UUIDv7,
        notice: @escaping @Sendable () throws -> Notice?, now: Int64,
        _ configuration: AuthConfiguration
    ) async throws -> AccountChange {
        try await write(at: now) { db, note in
            guard try db.session(callerID)?.isLive(at: now, configuration) == true else {
                return .callerEnded
            }
            guard try db.replacePassword(of: account, by: hash, now: now) else {
                return .accountChanged
            }
            try db.endSessions(of: account.id, except: callerID, reason: .passwordChanged, now: now)
            try db.endChallenges(of: account.id)
            note = try notice()
            try db.execute(
                sql: "UPDATE session SET authenticatedAtMs = ? WHERE id = ?",
                arguments: [now, callerID.data])
            return .done
        }
    }

    /// The display name that the account was signed up with: Profile alone knows what became of it.
    func firstDisplayName(of id: UUIDv7) async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db,
                sql: "SELECT displayName FROM signUp WHERE accountID = ? AND state = 'committed'",
                arguments: [id.data])
        }
    }
}

extension Database {
    /// The instant of the change rises even where the clock does not: challenges die with it, and who
    /// has read the account before is told by it.
    ///
    /// - Returns: `false` when the account has another password than when it was read.
    func replacePassword(of account: Account, by hash: PasswordHash, now: Int64) throws -> Bool {
        try execute(
            sql: """
                UPDATE account
                SET passwordHash = ?, passwordChangedAtMs = ?, mustResetPassword = 0
                WHERE id = ? AND passwordChangedAtMs = ?
                """,
            arguments: [
                hash.text, max(now, account.passwordChangedAt + 1), account.id.data,
                account.passwordChangedAt,
            ])
        return changesCount == 1
    }

    func endSessions(
        of accountID: UUIDv7, except kept: UUIDv7? = nil, reason: AccountSession.EndReason,
        now: Int64
    ) throws {
        for session in try openSessions(of: accountID) where session.id != kept {
            try endSession(session.id, reason: reason, now: now)
        }
    }
}
