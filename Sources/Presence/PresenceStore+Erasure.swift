import GRDB
import RollcallCrypto
import GRDBStorage
import Storage

extension PresenceStore {
    /// Forgets all that there is of a user, and remembers that nothing more of the user is to be
    /// written.
    ///
    /// - Parameter isStray: whether the user was not deleted, but never had an account that is known
    ///   of: then the user may come back.
    /// - Returns: when the user was erased first, in milliseconds since 1970-01-01 UTC.
    /// - Throws: `RPCError`, for what the store refuses; `StorageError`.
    func erase(_ user: UUIDv7, isStray: Bool = false, now: Int64) async throws -> Int64 {
        try await answer(writing: { db in
            let erasedAt = try Int64.fetchOne(
                db, sql: "SELECT erasedAtMs FROM erasedUser WHERE userID = ?",
                arguments: [user.data])
            if let erasedAt { return erasedAt }
            for table in ["lease", "lastSeen", "frozenUser"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE userID = ?", arguments: [user.data])
            }
            guard !isStray else { return now }
            try db.execute(
                sql: "INSERT INTO erasedUser (userID, erasedAtMs) VALUES (?, ?)",
                arguments: [user.data, now])
            return now
        })
    }
}
