import GRDB
import RollcallCrypto

extension AuthStore {
    /// What is behind `id` in the outbox, oldest first, at most `limit` items.
    func outbox(
        after id: Int64 = 0, kinds: [OutboxItem.Kind] = OutboxItem.Kind.allCases, limit: Int = 256
    ) async throws -> [OutboxItem] {
        let marks = databaseQuestionMarks(count: kinds.count)
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT * FROM outbox WHERE kind IN (\(marks)) AND id > ? ORDER BY id LIMIT ?",
                arguments: StatementArguments(kinds.map(\.rawValue)) + [id, limit]
            ).map(OutboxItem.init)
        }
    }

    /// What other services have yet to be told of one account.
    func outbox(of accountID: UUIDv7) async throws -> [OutboxItem] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM outbox WHERE accountID = ? ORDER BY id",
                arguments: [accountID.data]
            ).map(OutboxItem.init)
        }
    }

    /// A service was told: the item goes, and with it a sign-up that came to nothing. What the
    /// service has forgotten is noted.
    ///
    /// - Parameter erasedAt: when it did, in milliseconds since 1970.
    func complete(_ item: OutboxItem, erasedAt: Int64?) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM outbox WHERE id = ?", arguments: [item.id])
            if let erasedAt { try db.noteErasure(item, at: erasedAt) }
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
