import RollcallCrypto
import RollcallRPC
import Storage
import Tables

extension AuthStore {
    /// Runs a body that may note what it does: as the caller of the call that is being answered.
    ///
    /// - Parameter inTurn: whether it is to note something, and often meets others that do.
    func write<T: Sendable>(
        inTurn: Bool = false, _ body: @escaping @Sendable (AuthTransaction) throws -> T
    ) async throws -> T {
        let origin = AuditOrigin.current
        do {
            return try await database.write(inTurn: inTurn) { tx in
                try AuditOrigin.$current.withValue(origin) { try body(tx) }
            }
        } catch {
            throw RPCError.refusal(for: error)
        }
    }

    /// Notes what changes no table.
    func note(
        _ action: AuditAction, of account: UUIDv7? = nil, after: String = "", now: Int64
    ) async throws {
        try await write(inTurn: true) { try $0.note(action, of: account, after: after, now: now) }
    }

    /// Entries before a number, the newest first.
    ///
    /// - Parameter account: nil for those of all.
    func auditRecords(
        of account: UUIDv7? = nil, before number: Int64, limit: Int
    ) async throws -> [StoredAuditRecord] {
        guard let account else { return try await all(Statements.newest, number, limit) }
        return try await all(Statements.newestOfAccount, account, number, limit)
    }

    /// Entries after a number, the oldest first.
    func auditRecords(after number: Int64, limit: Int) async throws -> [StoredAuditRecord] {
        try await all(Statements.oldest, number, limit)
    }

    /// Deletes the oldest entries from before a time, but for the newest of all: the next one
    /// follows it.
    ///
    /// - Returns: whether there may be more.
    func deleteAudit(before time: Int64, limit: Int) async throws -> Bool {
        try await write { tx in
            // A clock that was set back may have left older times behind newer ones: they wait.
            let expired = try tx.all(Statements.oldest, 0, limit + 1).dropLast()
                .prefix { $0.record.time < time }
            guard let end = expired.last else { return false }
            return try tx.run(Statements.delete, end.record.number) == limit
        }
    }
}

extension AuthTransaction {
    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - account: whom it was done to; nil for what concerns the deployment.
    ///   - before: what was, as far as it is no secret and no address.
    ///   - after: what is now.
    ///   - isByStranger: whether it was not the owner, as the caller could seem.
    ///   - now: milliseconds since 1970.
    func note(
        _ action: AuditAction, of account: UUIDv7? = nil, before: String = "", after: String = "",
        isByStranger: Bool = false, now: Int64
    ) throws {
        try note(
            action, ofEach: [account], before: before, after: after, isByStranger: isByStranger,
            now: now)
    }

    /// Adds an entry for each of some accounts.
    func note(
        _ action: AuditAction, ofEach accounts: [UUIDv7?], before: String = "", after: String = "",
        isByStranger: Bool = false, now: Int64
    ) throws {
        let origin = AuditOrigin.current
        let (before, after) = (
            String(before.prefix(AuditRecord.longestText)),
            String(after.prefix(AuditRecord.longestText))
        )
        var last = try first(Statements.last)
        for account in accounts {
            let record = AuditRecord(
                number: (last?.number ?? 0) + 1, time: now, action: action.rawValue,
                account: account, actor: isByStranger ? "stranger" : origin.actor,
                addressPrefix: origin.addressPrefix, before: before, after: after)
            let hash = record.hash(after: last?.hash)
            try submit(
                Statements.add, record.number, record.time, record.action, record.account,
                record.actor, record.addressPrefix, record.before, record.after, hash)
            last = (record.number, hash)
        }
        if action.accountChange != nil, !accounts.isEmpty { tell(.accountNoted) }
    }
}

extension StoredAuditRecord: RowValue {
    static let columns: SQL =
        "number, atMs, action, accountID, actor, addressPrefix, oldText, newText, hash"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        record = try AuditRecord(
            number: columns.next(), time: columns.next(), action: columns.next(),
            account: columns.next(), actor: columns.next(), addressPrefix: columns.next(),
            before: columns.next(), after: columns.next())
        hash = try columns.next()
    }
}

private enum Statements {
    static let last = Query<(number: Int64, hash: SHA256Digest)>(
        "SELECT number, hash FROM audit WHERE number = (SELECT max(number) FROM audit)"
    ) { try ($0.next(), $0.next()) }

    static let add = Command<
        Int64, Int64, String, UUIDv7?, String, String, String, String, SHA256Digest
    >(
        """
        INSERT INTO audit (\(StoredAuditRecord.columns))
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """)

    static let newest = Query<StoredAuditRecord, Int64, Int>(
        """
        SELECT \(StoredAuditRecord.columns) FROM audit
        WHERE number < $1 ORDER BY number DESC LIMIT $2
        """)

    static let newestOfAccount = Query<StoredAuditRecord, UUIDv7, Int64, Int>(
        """
        SELECT \(StoredAuditRecord.columns) FROM audit
        WHERE accountID = $1 AND number < $2 ORDER BY number DESC LIMIT $3
        """)

    static let oldest = Query<StoredAuditRecord, Int64, Int>(
        """
        SELECT \(StoredAuditRecord.columns) FROM audit
        WHERE number > $1 ORDER BY number LIMIT $2
        """)

    static let delete = Command<Int64>("DELETE FROM audit WHERE number <= $1")
}
