import Blobs
import RollcallCrypto
import Storage
import TestPostgreSQL

@testable import Profile

extension ProfileServer {
    func count(_ table: SQL) async throws -> Int {
        try await store.database.first(Query<Int>("SELECT count(*) FROM \(table)")) ?? 0
    }

    /// The names that users have or hold, by user; empty for one without a name.
    func names() async throws -> [String: (name: String, isConfirmed: Bool)] {
        let query = Query<(UUIDv7, String, Bool)>(
            "SELECT userID, coalesce(name, ''), createdAtMs IS NOT NULL FROM profile"
        ) { try ($0.next(), $0.next(), $0.next()) }
        return try await Dictionary(
            uniqueKeysWithValues: store.database.all(query).map { ($0.description, ($1, $2)) })
    }

    private static let sqliteTablesOfUsers = Query<String>(
        """
        SELECT lower(m.name) FROM sqlite_schema AS m, pragma_table_info(m.name) AS info
        WHERE m.type = 'table' AND info.name = 'userID' ORDER BY 1
        """)

    private static let postgresqlTablesOfUsers = Query<String>(
        """
        SELECT table_name::text FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name = 'userid' ORDER BY 1
        """)

    /// The tables that have a row of a user, in lower case.
    func mentions(of user: UUIDv7) async throws -> [String] {
        let tables = try await store.database.all(
            TestEngine.current == .sqlite ? Self.sqliteTablesOfUsers : Self.postgresqlTablesOfUsers)
        return try await store.database.read { snapshot in
            try tables.filter { table in
                let name = SQL(stringLiteral: table)
                return try snapshot.exists(
                    Query<UUIDv7, UUIDv7>("SELECT userID FROM \(name) WHERE userID = $1"), user)
            }
        }
    }

    /// The photos that rows refer to.
    func photos() async throws -> Set<String> {
        try await ids(Query("SELECT id FROM photo"))
    }

    /// The photos that profiles refer to.
    func photosOfProfiles() async throws -> Set<String> {
        try await ids(Query("SELECT photoID FROM profile WHERE photoID IS NOT NULL"))
    }

    private func ids(_ query: Query<BlobID>) async throws -> Set<String> {
        try await Set(store.database.all(query).map(\.hex))
    }
}
