import RollcallCrypto
import Storage

extension PresenceStore {
    /// Writes the record of a user who has signed up, unless there is one, or the user was erased.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC.
    /// - Throws: `RPCError`, for what the store refuses; `StorageError`.
    func register(_ user: UUIDv7, at time: Int64) async throws {
        try await answer { store in
            _ = try await store.write { try $0.run(Self.register, user, time) }
        }
    }

    private static let register = Command<UUIDv7, Int64>(
        """
        INSERT INTO lastSeen (userID, atMs, dayBefore)
        SELECT $1, $2, 0 WHERE NOT EXISTS (SELECT 1 FROM erasedUser WHERE userID = $1)
        ON CONFLICT (userID) DO NOTHING
        """)
}
