import RollcallAPI
import RollcallCrypto
import Storage

/// The records that a comparison with Auth's accounts reads and repairs.
extension PresenceStore {
    /// The users after `user`, ordered by id.
    func traces(after user: UUIDv7?, limit: Int) async throws -> [PresenceTrace] {
        try await all(Self.tracePage, user?.bytes ?? [], limit)
    }

    /// The traces of the users who have any, in any order.
    func traces(of users: [UUIDv7]) async throws -> [PresenceTrace] {
        try await all(Self.tracesOfUsers, SQLList(users))
    }

    private static let tracePage = Query<PresenceTrace, [UInt8], Int>(
        selectTraces(where: "userID > $1", "ORDER BY userID LIMIT $2"))
    private static let tracesOfUsers = Query<PresenceTrace, SQLList<UUIDv7>>(
        selectTraces(where: "userID = ANY($1)"))

    /// - Parameter page: the limit and the order of the users. Each table is read up to the limit.
    private static func selectTraces(where condition: SQL, _ page: SQL = "") -> SQL {
        """
        SELECT userID,
            EXISTS (SELECT 1 FROM erasedUser WHERE erasedUser.userID = trace.userID)
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

extension PresenceTrace: RowValue {
    /// - Throws: `StorageError.corrupt`.
    package init(_ columns: inout Columns) throws {
        self.init(
            userID: try columns.next(as: UUIDv7.self).description, isErased: try columns.next())
    }
}
