import GRDB
import RollcallCrypto

extension AuthStore {
    /// What is behind `id` in the outbox, oldest first, at most `limit` items.
    func outbox(after id: Int64 = 0, limit: Int = 256) async throws -> [OutboxItem] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM outbox WHERE id > ? ORDER BY id LIMIT ?",
                arguments: [id, limit]
            ).map(OutboxItem.init)
        }
    }

    /// What Profile has yet to be told of one account.
    func outbox(of accountID: UUIDv7) async throws -> [OutboxItem] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM outbox WHERE accountID = ? ORDER BY id",
                arguments: [accountID.data]
            ).map(OutboxItem.init)
        }
    }

    /// Profile was told: the item goes, and with it a sign-up that came to nothing.
    func complete(_ item: OutboxItem) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM outbox WHERE id = ?", arguments: [item.id])
            guard item.kind == .releaseDisplayName else { return }
            try db.execute(
                sql: "DELETE FROM signUp WHERE accountID = ? AND state = 'aborted'",
                arguments: [item.accountID.data])
        }
    }
}

extension Database {
    func addToOutbox(_ kind: OutboxItem.Kind, of accountID: UUIDv7) throws -> OutboxItem {
        try execute(
            sql: "INSERT INTO outbox (kind, accountID) VALUES (?, ?)",
            arguments: [kind.rawValue, accountID.data])
        return OutboxItem(id: lastInsertedRowID, kind: kind, accountID: accountID)
    }
}
