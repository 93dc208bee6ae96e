import Foundation
import GRDB
import RollcallCrypto
import GRDBStorage
import Storage

/// Presence's tables, and the only place that speaks SQL about them. Each verb is one transaction.
package final class PresenceStore: Sendable {
    private let database: SQLiteStore

    /// Opens the file at `path`, or makes it.
    ///
    /// - Parameter onFailure: called once, when the store has stopped for good.
    /// - Throws: `StorageError`.
    package init(path: String, onFailure: @escaping @Sendable (StorageError) -> Void) throws {
        database = try SQLiteStore(path: path, schema: Self.schema, onFailure: onFailure)
    }

    /// Finishes what waits, and lets the file go. Blocks meanwhile.
    package func close() throws {
        try database.close()
    }

    func answer<T: Sendable>(
        reading body: @Sendable (Database) throws -> T
    ) async throws -> T {
        try await database.answer(reading: body)
    }

    func answer<T: Sendable>(
        writing body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await database.answer(writing: body)
    }

    /// Writes what has changed. When a user was last seen never goes back, and of who was erased
    /// meanwhile nothing is written.
    ///
    /// - Throws: `StorageError`; `CancellationError`, with nothing written.
    func record(_ batch: JournalBatch) async throws {
        try await database.write { db in
            try Self.delete(batch.ended, db)
            try Self.insert(batch.held, db)
            try Self.upsert(batch.lastSeen, db)
            try db.execute(
                sql: """
                    INSERT INTO run (id, aliveAtMs) VALUES (1, ?)
                    ON CONFLICT (id) DO UPDATE SET aliveAtMs = excluded.aliveAtMs
                    """,
                arguments: [batch.aliveAt])
        }
    }

    /// All that was written.
    ///
    /// - Throws: `StorageError`.
    func journal() async throws -> StoredJournal {
        try await database.read { db in
            try StoredJournal(
                lastSeen: Array(
                    Row.fetchCursor(db, sql: "SELECT userID, atMs FROM lastSeen")
                        .map(LastSeen.init(row:))),
                leases: Array(
                    Row.fetchCursor(
                        db, sql: "SELECT id, userID, device, durationMs, isAway FROM lease"
                    ).map(StoredLease.init(row:))),
                aliveAt: Int64.fetchOne(db, sql: "SELECT aliveAtMs FROM run") ?? 0,
                erased: Array(
                    Row.fetchCursor(db, sql: "SELECT userID FROM erasedUser")
                        .map { try UUIDv7(column: $0["userID"]) }),
                frozen: Array(
                    Row.fetchCursor(db, sql: "SELECT userID FROM frozenUser")
                        .map { try UUIDv7(column: $0["userID"]) }))
        }
    }

    private static func delete(_ leases: [UInt64], _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM lease WHERE id = ?")
        for id in leases { try statement.execute(arguments: [Int64(bitPattern: id)]) }
    }

    /// A row of the same device is of a lease that has ended, and goes.
    private static func insert(_ leases: [StoredLease], _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO lease (id, userID, device, durationMs, isAway)
                SELECT ?1, ?2, ?3, ?4, ?5
                WHERE NOT EXISTS (SELECT 1 FROM erasedUser WHERE userID = ?2)
                """)
        for lease in leases {
            try statement.execute(arguments: [
                Int64(bitPattern: lease.id), lease.user.data, Int64(bitPattern: lease.device.bits),
                lease.duration, lease.isAway,
            ])
        }
    }

    private static func upsert(_ users: [LastSeen], _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO lastSeen (userID, atMs)
                SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM erasedUser WHERE userID = ?1)
                ON CONFLICT (userID) DO UPDATE SET atMs = max(atMs, excluded.atMs)
                """)
        for seen in users { try statement.execute(arguments: [seen.user.data, seen.at]) }
    }
}
