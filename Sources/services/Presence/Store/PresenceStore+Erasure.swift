import RollcallCrypto
import Storage

extension PresenceStore {
    /// Forgets all that there is of a user, and remembers that nothing more of the user is to be
    /// written. On return it is in none of the live files.
    ///
    /// - Parameter version: of the change, for watches that come back; 0 for none.
    /// - Returns: when the user was erased first, in milliseconds since 1970-01-01 UTC.
    /// - Throws: `RPCError`, for what the store refuses; `StorageError`.
    func erase(_ user: UUIDv7, version: UInt64 = 0, now: Int64) async throws -> Int64 {
        let erasedAt = try await write { transaction in
            if let erasedAt = try transaction.first(Self.erasedAt, user) { return erasedAt }
            for deletion in Self.deletions { try transaction.run(deletion, user) }
            try transaction.run(Self.setErased, user, now)
            try transaction.run(Self.setVersion, user, version)
            return now
        }
        // Until then the write-ahead log has what was deleted.
        try await emptyJournal()
        return erasedAt
    }

    private static let erasedAt = Query<Int64, UUIDv7>(
        "SELECT erasedAtMs FROM erasedUser WHERE userID = $1")
    private static let deletions: [Command<UUIDv7>] = [
        Command("DELETE FROM lease WHERE userID = $1"),
        Command("DELETE FROM lastSeen WHERE userID = $1"),
        Command("DELETE FROM status WHERE userID = $1"),
        Command("DELETE FROM setting WHERE userID = $1"),
        Command("DELETE FROM block WHERE userID = $1"),
        Command("DELETE FROM block WHERE blockedID = $1"),
        deleteViews,
    ]
    private static let setErased = Command<UUIDv7, Int64>(
        "INSERT INTO erasedUser (userID, erasedAtMs) VALUES ($1, $2)")
}
