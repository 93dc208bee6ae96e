import GRDB
import RollcallCrypto
import GRDBStorage
import Storage

/// What a comparison with Auth's accounts reads and mends.
extension PresenceStore {
    /// What there is of one user.
    struct Trace: Sendable, Equatable {
        let user: UUIDv7
        let isErased: Bool
        let isFrozen: Bool
    }

    /// The users behind `user`, in the order of their ids.
    func traces(after user: UUIDv7?, limit: Int) async throws -> [Trace] {
        try await answer(reading: { db in
            try Row.fetchAll(
                db, sql: Trace.query(where: "userID > ?1"),
                arguments: [user?.data ?? .init(), limit]
            ).map(Trace.init(row:))
        })
    }

    /// Those of some users of whom there is anything.
    func traces(of users: [UUIDv7]) async throws -> [Trace] {
        try await answer(reading: { db in
            let statement = try db.cachedStatement(sql: Trace.query(where: "userID = ?1"))
            return try users.compactMap { user in
                try Row.fetchOne(statement, arguments: [user.data, 1]).map(Trace.init(row:))
            }
        })
    }

    /// Has the user frozen, or not. Of somebody who was never here, there is nothing to freeze.
    ///
    /// - Returns: whether the user is frozen now.
    func setFrozen(_ user: UUIDv7, _ isFrozen: Bool, now: Int64) async throws -> Bool {
        try await answer(writing: { db in
            let sql =
                isFrozen
                ? """
                INSERT INTO frozenUser (userID, frozenAtMs) SELECT :user, :now
                WHERE EXISTS (SELECT 1 FROM lastSeen WHERE userID = :user)
                    OR EXISTS (SELECT 1 FROM lease WHERE userID = :user)
                ON CONFLICT (userID) DO NOTHING
                """ : "DELETE FROM frozenUser WHERE userID = :user AND :now IS NOT NULL"
            try db.execute(sql: sql, arguments: ["user": user.data, "now": now])
            return try Row.fetchOne(
                db, sql: "SELECT 1 FROM frozenUser WHERE userID = ?", arguments: [user.data]) != nil
        })
    }
}

extension PresenceStore.Trace {
    /// - Throws: `StorageError.corrupt`.
    fileprivate init(row: Row) throws {
        user = try UUIDv7(column: row["userID"])
        isErased = row["isErased"]
        isFrozen = row["isFrozen"]
    }

    /// Of each table no more is read than a page shows: at most `?2` users.
    fileprivate static func query(where condition: String) -> String {
        let page = "WHERE \(condition) ORDER BY userID LIMIT ?2"
        return """
            SELECT userID, min(isErased) AS isErased,
                EXISTS (SELECT 1 FROM frozenUser WHERE frozenUser.userID = trace.userID) AS isFrozen
            FROM (
                SELECT * FROM (SELECT userID, 0 AS isErased FROM lastSeen \(page))
                UNION ALL
                SELECT * FROM (SELECT DISTINCT userID, 0 FROM lease \(page))
                UNION ALL
                SELECT * FROM (SELECT userID, 1 FROM erasedUser \(page))
            ) AS trace
            GROUP BY userID ORDER BY userID LIMIT ?2
            """
    }
}
