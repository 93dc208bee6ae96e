import RollcallCrypto
import Storage

extension AuthStore {
    /// What is behind `id` in the outbox, oldest first, at most `limit` items.
    func outbox(
        after id: Int64 = 0, kinds: [OutboxItem.Kind] = OutboxItem.Kind.allCases, limit: Int = 256
    ) async throws -> [OutboxItem] {
        try await all(Statements.items, SQLList(kinds), id, limit)
    }

    /// What other services have yet to be told of one account.
    func outbox(of accountID: UUIDv7) async throws -> [OutboxItem] {
        try await all(Statements.itemsOfAccount, accountID)
    }

    /// A service was told: the item goes, and with it a sign-up that came to nothing. What the
    /// service has forgotten is noted.
    ///
    /// - Parameter erasedAt: when it did, in milliseconds since 1970.
    func complete(_ item: OutboxItem, erasedAt: Int64?) async throws {
        try await write { tx in
            try tx.run(Statements.remove, item.id)
            if let erasedAt { try tx.noteErasure(item, at: erasedAt) }
            guard item.kind == .releaseDisplayName else { return }
            try tx.run(Statements.forgetSignUp, item.accountID)
        }
    }
}

extension AuthTransaction {
    /// Adds what the queue delivers.
    func addToOutbox(_ kind: OutboxItem.Kind, of accountID: UUIDv7) throws {
        try submit(Statements.add, kind, accountID)
    }

    /// Adds what the caller delivers at once. For SQLite, to return a row is as much work as to
    /// write it.
    func addToOutbox(
        _ kind: OutboxItem.Kind, of accountID: UUIDv7, claim: WorkClaim
    ) throws -> OutboxItem {
        let item = try first(
            Statements.addClaimed, kind, accountID, claim.dueAtMs, claim.claimedBy)
        guard let item else {
            throw StorageError.failed("an insertion has returned no row")
        }
        return item
    }
}

extension OutboxItem {
    static let columns: SQL = "id, kind, accountID, attempts"

    /// - Parameter destination: which kinds a service is told of, as an index has it.
    static func table(_ destination: SQL) -> WorkTable<OutboxItem> {
        WorkTable("outbox", columns: columns, where: destination)
    }

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        try self.init(
            id: columns.next(), kind: columns.next(), accountID: columns.next(),
            attempts: columns.next())
    }
}

private enum Statements {
    static let items = Query<OutboxItem, SQLList<OutboxItem.Kind>, Int64, Int>(
        """
        SELECT \(OutboxItem.columns) FROM outbox
        WHERE kind = ANY($1) AND id > $2 ORDER BY id LIMIT $3
        """)

    static let itemsOfAccount = Query<OutboxItem, UUIDv7>(
        "SELECT \(OutboxItem.columns) FROM outbox WHERE accountID = $1 ORDER BY id")

    static let add = Command<OutboxItem.Kind, UUIDv7>(
        "INSERT INTO outbox (kind, accountID) VALUES ($1, $2)")

    static let addClaimed = Query<OutboxItem, OutboxItem.Kind, UUIDv7, Int64, Int64?>(
        """
        INSERT INTO outbox (kind, accountID, dueAtMs, claimedBy) VALUES ($1, $2, $3, $4)
        RETURNING \(OutboxItem.columns)
        """)

    static let remove = Command<Int64>("DELETE FROM outbox WHERE id = $1")

    static let forgetSignUp = Command<UUIDv7>(
        "DELETE FROM signUp WHERE accountID = $1 AND state = 'aborted'")
}
