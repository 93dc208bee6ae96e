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

    /// Table and column of all that holds bytes, and so may hold an id of a user; in lower case.
    private static let sqliteColumns = Query<(table: String, column: String)>(
        """
        SELECT lower(m.name), lower(info.name)
        FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS info
        WHERE m.type = 'table' AND info.type = 'BLOB' ORDER BY 1, 2
        """
    ) { try ($0.next(), $0.next()) }

    private static let postgresqlColumns = Query<(table: String, column: String)>(
        """
        SELECT table_name::text, column_name::text FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type = 'bytea' ORDER BY 1, 2
        """
    ) { try ($0.next(), $0.next()) }

    /// Where the id of a user stands, each as `table.column` in lower case.
    func mentions(of user: UUIDv7) async throws -> [String] {
        let columns = try await store.database.all(
            TestEngine.current == .sqlite ? Self.sqliteColumns : Self.postgresqlColumns)
        return try await store.database.read { snapshot in
            try columns.filter { table, column in
                let (table, column) = (SQL(stringLiteral: table), SQL(stringLiteral: column))
                return try snapshot.exists(
                    Query<Int, UUIDv7>("SELECT 1 FROM \(table) WHERE \(column) = $1"), user)
            }.map { "\($0).\($1)" }
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
