import GRDB
import RollcallCrypto

extension AuthStore {
    func account(email: EmailAddress) async throws -> Account? {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT * FROM account WHERE canonicalEmail = ?")
            return try Row.fetchOne(statement, arguments: [email.canonical]).map(Account.init)
        }
    }

    func account(id: UUIDv7) async throws -> Account? {
        try await read { try $0.account(id) }
    }

    /// Stores the same password with today's parameters, unless it was changed meanwhile.
    func rehash(_ account: Account, to hash: PasswordHash) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE account SET passwordHash = ? WHERE id = ? AND passwordHash = ?",
                arguments: [hash.text, account.id.data, account.passwordHashText])
        }
    }
}

extension Database {
    func account(_ id: UUIDv7) throws -> Account? {
        let statement = try cachedStatement(sql: "SELECT * FROM account WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.data]).map(Account.init)
    }

    /// What an account may do; `user` for one that is gone.
    func role(of id: UUIDv7) throws -> Account.Role {
        // Only the index of those few is looked at.
        let statement = try cachedStatement(
            sql: "SELECT 1 FROM account WHERE role = 'admin' AND id = ?")
        return try Row.fetchOne(statement, arguments: [id.data]) == nil ? .user : .admin
    }

    /// - Returns: `false` when another account has the address, or may come back to it.
    func insert(_ account: Account) throws -> Bool {
        try execute(
            sql: """
                INSERT INTO account (
                    id, email, canonicalEmail, passwordHash, passwordChangedAtMs, locale,
                    createdAtMs
                ) SELECT ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (
                    SELECT 1 FROM reservedAddress WHERE canonicalEmail = ? AND untilMs > ?
                ) ON CONFLICT (canonicalEmail) DO NOTHING
                """,
            arguments: [
                account.id.data, account.email, account.canonicalEmail,
                account.passwordHashText, account.passwordChangedAt, account.locale,
                account.createdAt, account.canonicalEmail, account.createdAt,
            ])
        return changesCount == 1
    }
}
