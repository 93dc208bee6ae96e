import RollcallCrypto
import Storage

/// The records that a comparison with Auth's accounts reads and repairs.
extension PresenceStore {
    /// The stored data of one user.
    struct Trace: Sendable, Equatable {
        let user: UUIDv7
        let isErased: Bool
        let isFrozen: Bool
    }

    /// The users after `user`, ordered by id.
    func traces(after user: UUIDv7?, limit: Int) async throws -> [Trace] {
        try await all(Self.tracePage, user?.bytes ?? [], limit)
    }

    /// The traces of the users who have any, in the order of `users`.
    func traces(of users: [UUIDv7]) async throws -> [Trace] {
        let found = try await all(Self.tracesOfUsers, SQLList(users))
        let traces = Dictionary(uniqueKeysWithValues: found.map { ($0.user, $0) })
        return users.compactMap { traces[$0] }
    }

    /// Freezes or unfreezes a user. Does nothing for a user who was never online.
    ///
    /// - Parameters:
    ///   - isKnown: whether the user was online although the store has no record.
    ///   - version: the version of the change (`Roster.reserveChange`).
    /// - Returns: whether the user is frozen now.
    func setFrozen(
        _ user: UUIDv7, _ isFrozen: Bool, isKnown: Bool = false, version: UInt64?, now: Int64
    ) async throws -> Bool {
        try await write { transaction in
            if isFrozen {
                try transaction.run(isKnown ? Self.freezeKnown : Self.freeze, user, now)
            } else {
                try transaction.run(Self.unfreeze, user)
            }
            if let version { try transaction.run(Self.setVersion, user, version) }
            return try transaction.exists(Self.frozenUser, user)
        }
    }

    private static let tracePage = Query<Trace, [UInt8], Int>(
        selectTraces(where: "userID > $1", "ORDER BY userID LIMIT $2"))
    private static let tracesOfUsers = Query<Trace, SQLList<UUIDv7>>(
        selectTraces(where: "userID = ANY($1)"))

    /// All frozen users.
    ///
    /// - Throws: `StorageError`.
    func frozenUsers() async throws -> [UUIDv7] {
        try await database.all(Self.allFrozen)
    }

    /// Whether a user is frozen.
    ///
    /// - Throws: `StorageError`.
    func isFrozen(_ user: UUIDv7) async throws -> Bool {
        try await database.first(Self.frozenUser, user) != nil
    }

    private static let allFrozen = Query<UUIDv7>("SELECT userID FROM frozenUser")
    private static let freeze = Command<UUIDv7, Int64>(
        """
        INSERT INTO frozenUser (userID, frozenAtMs) SELECT $1, $2
        WHERE EXISTS (SELECT 1 FROM lastSeen WHERE userID = $1)
            OR EXISTS (SELECT 1 FROM lease WHERE userID = $1)
            OR EXISTS (SELECT 1 FROM setting WHERE userID = $1)
        ON CONFLICT (userID) DO NOTHING
        """)
    private static let freezeKnown = Command<UUIDv7, Int64>(
        "INSERT INTO frozenUser (userID, frozenAtMs) VALUES ($1, $2) ON CONFLICT (userID) DO NOTHING"
    )
    private static let unfreeze = Command<UUIDv7>("DELETE FROM frozenUser WHERE userID = $1")
    private static let frozenUser = Query<UUIDv7, UUIDv7>(
        "SELECT userID FROM frozenUser WHERE userID = $1")

    /// - Parameter page: the limit and the order of the users. Each table is read up to the limit.
    private static func selectTraces(where condition: SQL, _ page: SQL = "") -> SQL {
        """
        SELECT userID,
            EXISTS (SELECT 1 FROM erasedUser WHERE erasedUser.userID = trace.userID),
            EXISTS (SELECT 1 FROM frozenUser WHERE frozenUser.userID = trace.userID)
        FROM (
            SELECT * FROM (SELECT userID FROM lastSeen WHERE \(condition) \(page)) AS seen
            UNION
            SELECT * FROM (SELECT DISTINCT userID FROM lease WHERE \(condition) \(page)) AS held
            UNION
            SELECT * FROM (SELECT userID FROM setting WHERE \(condition) \(page)) AS chosen
            UNION
            SELECT * FROM (SELECT userID FROM erasedUser WHERE \(condition) \(page)) AS erased
        ) AS trace
        \(page)
        """
    }
}

extension PresenceStore.Trace: RowValue {
    init(_ columns: inout Columns) throws {
        self.init(
            user: try columns.next(), isErased: try columns.next(), isFrozen: try columns.next())
    }
}
