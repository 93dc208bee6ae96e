import GRDB
import RollcallCrypto

extension AuthStore {
    func account(email: EmailAddress) async throws -> Account? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM account WHERE canonicalEmail = ?",
                arguments: [email.canonical]
            ).map(Account.init)
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
                arguments: [hash.text, account.id.data, account.passwordHash.text])
        }
    }
}

extension Database {
    func account(_ id: UUIDv7) throws -> Account? {
        try Row.fetchOne(self, sql: "SELECT * FROM account WHERE id = ?", arguments: [id.data])
            .map(Account.init)
    }

    /// - Returns: `false` when another account has the address: the unique index decides.
    func insert(_ account: Account, canonicalEmail: String, now: Int64) throws -> Bool {
        try execute(
            sql: """
                INSERT INTO account (id, email, canonicalEmail, passwordHash, createdAtMs)
                VALUES (?, ?, ?, ?, ?) ON CONFLICT (canonicalEmail) DO NOTHING
                """,
            arguments: [
                account.id.data, account.email, canonicalEmail, account.passwordHash.text, now,
            ])
        return changesCount == 1
    }
}
