import Foundation
import GRDB
import RollcallCrypto

extension AuthStore {
    /// Opens a session of an account whose password has been verified. If the account has too many
    /// by this, the one that was unused longest ends. The account knows the device from now on.
    ///
    /// - Parameters:
    ///   - notice: to its owner; made only if the session is opened.
    ///   - charge: what it takes of a limit; given back if it is not opened.
    /// - Returns: `false` when the password, the role or the account is another by now, or may no
    ///   longer be signed in to.
    func open(
        _ session: AccountSession, of account: Account, on device: KnownDevice,
        telling notice: @escaping @Sendable () throws -> Notice? = { nil },
        counting charge: Charge? = nil,
        _ configuration: AuthConfiguration
    ) async throws -> Bool {
        var isOpen = false
        defer { if !isOpen { charge?.giveBack() } }
        isOpen = try await write(at: session.createdAt) { db, note in
            guard let current = try db.account(account.id),
                current.passwordHashText == account.passwordHashText,
                !current.isDisabled(at: session.createdAt), !current.mustResetPassword,
                current.role == account.role
            else { return false }
            try db.makeRoom(for: session, configuration)
            try db.insert(session)
            var device = device
            device.lastUsedAt = max(device.lastUsedAt, session.createdAt)
            try db.use(device)
            note = try notice()
            if let charge { try db.keep(charge) }
            return true
        }
        return isOpen
    }

    func session(_ id: UUIDv7) async throws -> (session: AccountSession, account: Account)? {
        try await read { db in
            guard let session = try db.session(id),
                let account = try db.account(session.accountID)
            else { return nil }
            return (session, account)
        }
    }

    /// Ends a session, if there is one that has not ended.
    func endSession(_ id: UUIDv7, reason: AccountSession.EndReason, now: Int64) async throws {
        try await write { try $0.endSession(id, reason: reason, now: now) }
    }
}

extension Database {
    func session(_ id: UUIDv7) throws -> AccountSession? {
        let statement = try cachedStatement(sql: "SELECT * FROM session WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.data]).map(AccountSession.init)
    }

    /// A session, and what its account may do, by one statement: every refresh asks for both.
    func sessionAndRole(_ id: UUIDv7) throws -> (AccountSession, Account.Role)? {
        // Only the index of the few administrators is looked at.
        let statement = try cachedStatement(
            sql: """
                SELECT *, EXISTS (
                    SELECT 1 FROM account WHERE role = 'admin' AND id = session.accountID)
                FROM session WHERE id = ?
                """)
        return try Row.fetchOne(statement, arguments: [id.data]).map { row in
            let isAdmin: Bool = row[row.count - 1]
            return (try AccountSession(row: row), isAdmin ? .admin : .user)
        }
    }

    func insert(_ session: AccountSession) throws {
        let statement = try cachedStatement(
            sql: """
                INSERT INTO session (
                    id, accountID, deviceLabel, platform, appVersion, addressPrefix, createdAtMs,
                    authenticatedAtMs, refreshedAtMs, tokenHash, spentTokenHashes
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, x'')
                """)
        try statement.execute(
            arguments: [
                session.id.data, session.accountID.data, session.device.label,
                session.device.platform, session.device.appVersion, session.addressPrefix,
                session.createdAt, session.createdAt, session.refreshedAt,
                session.chain.current.data,
            ])
    }

    /// Stores an exchange.
    func update(_ session: AccountSession) throws {
        let chain = session.chain
        let statement = try cachedStatement(
            sql: """
                UPDATE session SET
                    refreshedAtMs = ?, tokenHash = ?, previousTokenHash = ?, rotationNonce = ?,
                    spentTokenHashes = ?
                WHERE id = ?
                """)
        try statement.execute(
            arguments: [
                session.refreshedAt, chain.current.data, chain.rotation?.previous.data,
                chain.rotation.map { Data($0.nonce) }, Data(chain.spent), session.id.data,
            ])
    }

    /// Ends a session that has not ended, and notes it for those who have yet to be told: whoever
    /// ends one does it here.
    func endSession(
        _ id: UUIDv7, reason: AccountSession.EndReason, now: Int64
    ) throws {
        try execute(
            sql: """
                UPDATE session SET endedAtMs = ?, endReason = ? WHERE id = ? AND endedAtMs IS NULL
                """,
            arguments: [now, reason.rawValue, id.data])
        guard changesCount == 1 else { return }
        try execute(
            sql: "INSERT INTO revocation (sessionID, reason, atMs) VALUES (?, ?, ?)",
            arguments: [id.data, reason.rawValue, now])
    }
}
