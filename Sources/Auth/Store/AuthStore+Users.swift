import Foundation
import GRDB
import RollcallCrypto
import RollcallRPC

/// Which sessions are live: the instant to compare with, and how long they live.
struct SessionClock: Sendable {
    let now: Int64
    let configuration: AuthConfiguration
}

extension AuthStore {
    func user(id: UUIDv7, at clock: SessionClock) async throws -> UserOverview? {
        try await read { try $0.user(id, at: clock) }
    }

    func user(email: EmailAddress, at clock: SessionClock) async throws -> UserOverview? {
        try await read { db in
            try db.users("canonicalEmail = ?", [email.canonical], limit: 1, at: clock).first
        }
    }

    /// The accounts behind `id`, the oldest first.
    func users(
        after id: [UInt8], limit: Int, at clock: SessionClock
    ) async throws -> [UserOverview] {
        try await read { try $0.users("id > ?", [Data(id)], limit: limit, at: clock) }
    }

    /// An account's live sessions, the one used last first; nil when there is no such account.
    func sessions(
        of id: UUIDv7, at clock: SessionClock
    ) async throws -> (sessions: [AccountSession], account: Account)? {
        try await read { db in
            guard let account = try db.account(id) else { return nil }
            let sessions = try db.openSessions(of: id)
            return (sessions.filter { $0.isLive(at: clock.now, clock.configuration) }, account)
        }
    }

    /// Changes an account in one transaction.
    ///
    /// - Returns: the account as it is afterwards; nil when there is none.
    /// - Throws: what `change` throws; then nothing is changed.
    func changeUser(
        _ id: UUIDv7, at clock: SessionClock,
        _ change: @escaping @Sendable (Database) throws -> Void
    ) async throws -> UserOverview? {
        try await write { db in
            guard try db.account(id) != nil else { return nil }
            try change(db)
            return try db.user(id, at: clock)
        }
    }
}

extension Database {
    fileprivate func user(_ id: UUIDv7, at clock: SessionClock) throws -> UserOverview? {
        try users("id = ?", [id.data], limit: 1, at: clock).first
    }

    /// Only the columns that are shown are read.
    fileprivate func users(
        _ condition: String, _ values: StatementArguments, limit: Int, at clock: SessionClock
    ) throws -> [UserOverview] {
        let configuration = clock.configuration
        let statement = try cachedStatement(
            sql: """
                SELECT id, email, role, createdAtMs, disabledUntilMs, mustResetPassword,
                    emailVerifiedAtMs,
                    (SELECT COUNT(*) FROM session
                        WHERE accountID = account.id AND endedAtMs IS NULL
                            AND refreshedAtMs > ? AND createdAtMs > ?) AS sessionCount
                FROM account WHERE \(condition) ORDER BY id LIMIT ?
                """)
        let oldest: StatementArguments = [
            clock.now - configuration.sessionIdleLifetime.wholeMilliseconds,
            clock.now - configuration.sessionLifetime.wholeMilliseconds,
        ]
        return try Row.fetchAll(statement, arguments: oldest + values + [limit])
            .map(UserOverview.init)
    }

    /// - Parameter until: milliseconds since 1970; the greatest for good.
    func disable(_ id: UUIDv7, until: Int64, now: Int64) throws {
        try execute(
            sql: "UPDATE account SET disabledUntilMs = ? WHERE id = ?", arguments: [until, id.data])
        try endSessions(of: id, reason: .disabled, now: now)
    }

    func enable(_ id: UUIDv7) throws {
        try execute(
            sql: "UPDATE account SET disabledUntilMs = NULL WHERE id = ?", arguments: [id.data])
    }

    func requireNewPassword(_ id: UUIDv7, now: Int64) throws {
        try execute(
            sql: "UPDATE account SET mustResetPassword = 1 WHERE id = ?", arguments: [id.data])
        try endSessions(of: id, reason: .revokedByAdmin, now: now)
    }

    /// The sessions of who loses a role end: their tokens say that the account has it.
    func setRole(_ role: Account.Role, of id: UUIDv7, now: Int64) throws {
        let before = try self.role(of: id)
        try execute(
            sql: "UPDATE account SET role = ? WHERE id = ?", arguments: [role.rawValue, id.data])
        if before == .admin, role != .admin {
            try endSessions(of: id, reason: .revokedByAdmin, now: now)
        }
    }

    /// Whether an account is an administrator's, and there is no other who could sign in.
    func isLastAdmin(_ id: UUIDv7, now: Int64) throws -> Bool {
        guard try role(of: id) == .admin else { return false }
        let other = try Row.fetchOne(
            self,
            sql: """
                SELECT 1 FROM account
                WHERE role = 'admin' AND id <> ? AND NOT mustResetPassword
                    AND (disabledUntilMs IS NULL OR disabledUntilMs <= ?)
                LIMIT 1
                """,
            arguments: [id.data, now])
        return other == nil
    }
}
