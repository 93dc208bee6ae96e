import RollcallCrypto
import Storage

/// What users have set.
extension PresenceStore {
    /// Writes what a user lets others see.
    ///
    /// - Parameters:
    ///   - version: that of the change (`Roster.reserveChange`); nil when there is none.
    ///   - wall: milliseconds since 1970-01-01 UTC.
    /// - Returns: what is stored now; nil for a user who was erased.
    /// - Throws: `RPCError`, for what the store refuses; `StorageError`.
    func setVisibility(
        _ visibility: UserVisibility, of user: UUIDv7, version: UInt64?, wall: Int64
    ) async throws -> Roster.Setting? {
        let number = try await write { transaction in
            let number = try transaction.first(
                Self.setVisibility, user, UInt32(visibility.rawValue),
                UInt32(clamping: wall / 1_000))
            if number != nil, let version {
                try transaction.run(Self.setVersion, user, version)
            }
            return number
        }
        return number.map { Roster.Setting(user: user, visibility: visibility, number: $0) }
    }

    /// All that was written.
    ///
    /// - Throws: `StorageError`.
    func settings() async throws -> [Roster.Setting] {
        try await database.all(Self.allSettings)
    }

    /// Numbers go on from the time, in seconds: those of a user who was forgotten and comes back
    /// are larger than what other instances may remember.
    private static let setVisibility = Query<UInt32, UUIDv7, UInt32, UInt32>(
        """
        INSERT INTO setting (userID, visibility, number)
        SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM erasedUser WHERE userID = $1)
        ON CONFLICT (userID) DO UPDATE
        SET visibility = excluded.visibility,
            number = CASE WHEN setting.number >= excluded.number THEN setting.number + 1
                ELSE excluded.number END
        RETURNING number
        """)

    static let allSettings = Query<Roster.Setting>(
        "SELECT userID, visibility, number FROM setting"
    ) { columns in
        let user = try columns.next(as: UUIDv7.self)
        // The table has no other numbers.
        let visibility = UserVisibility(rawValue: UInt8(clamping: try columns.next(as: Int.self)))
        return Roster.Setting(
            user: user, visibility: visibility ?? .nobody, number: try columns.next())
    }
}
