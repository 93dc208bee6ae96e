import RollcallCrypto
import Storage

extension PresenceStore {
    /// Writes the record of a user who has signed up, unless there is one, or the user was erased.
    ///
    /// - Parameters:
    ///   - time: milliseconds since 1970-01-01 UTC.
    ///   - version: that of the change (`Roster.reserveChange`); nil when there is none.
    /// - Throws: `RPCError`, for what the store refuses; `StorageError`.
    func register(_ user: UUIDv7, at time: Int64, version: UInt64? = nil) async throws {
        try await write { transaction in
            try transaction.run(Self.register, user, time)
            if let version { try transaction.run(Self.setVersion, user, version) }
        }
    }

    private static let register = Command<UUIDv7, Int64>(
        """
        INSERT INTO lastSeen (userID, atMs, dayBefore)
        SELECT $1, $2, 0 WHERE NOT EXISTS (SELECT 1 FROM erasedUser WHERE userID = $1)
        ON CONFLICT (userID) DO NOTHING
        """)
}
