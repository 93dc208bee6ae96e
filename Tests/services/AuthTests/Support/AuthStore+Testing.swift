import Foundation
import Storage
import TestPostgreSQL

@testable import Auth

/// What tests do to the tables themselves.
extension AuthStore {
    func run(_ sql: SQL) async throws {
        try await run(PlainCommand(sql))
    }

    func run<each Parameter: SQLValue>(
        _ command: Command<repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws {
        try await write { tx in
            _ = try tx.run(command, repeat each parameters)
        }
    }

    /// As where there is no room, until `refuseNothing`.
    func refuseInserts(into table: String) async throws {
        try await refuse("INSERT ON \(table)")
    }

    /// As where there is no room, until `refuseNothing`.
    func refuseUpdates(of table: String) async throws {
        try await refuse("UPDATE ON \(table)")
    }

    /// Until `refuseNothing`.
    func refuseDeletes(from table: String) async throws {
        try await refuse("DELETE ON \(table)")
    }

    private func refuse(_ change: String) async throws {
        switch TestEngine.current {
        case .sqlite:
            try await run(
                SQL(
                    stringLiteral: """
                        CREATE TRIGGER refusal BEFORE \(change)
                        BEGIN SELECT RAISE(ABORT, 'as the test wants it'); END
                        """))
        case .postgresql:
            try await run(
                """
                CREATE FUNCTION refusal() RETURNS trigger LANGUAGE plpgsql AS
                'BEGIN RAISE check_violation USING MESSAGE = ''as the test wants it''; END'
                """)
            try await run(
                SQL(
                    stringLiteral: """
                        CREATE TRIGGER refusal BEFORE \(change) FOR EACH ROW
                        EXECUTE FUNCTION refusal()
                        """))
        }
    }

    func refuseNothing() async throws {
        switch TestEngine.current {
        case .sqlite: try await run("DROP TRIGGER refusal")
        case .postgresql: try await run("DROP FUNCTION refusal CASCADE")
        }
    }

    /// Lets the file become no larger, as on a full disk, until `allowGrowth`.
    func refuseGrowth() async throws {
        let pages = try await first(Query<Int>("PRAGMA page_count")) ?? 0
        try await run(SQL(stringLiteral: "PRAGMA max_page_count = \(pages)"))
    }

    func allowGrowth() async throws {
        try await run("PRAGMA max_page_count = 1000000")
    }

    private static let sqliteColumns: SQL = """
        SELECT list.name, part.name
        FROM sqlite_schema AS list, pragma_table_info(list.name) AS part
        WHERE list.type = 'table'
        """

    private static let postgresqlColumns: SQL = """
        SELECT table_name::text, column_name::text FROM information_schema.columns
        WHERE table_schema = current_schema()
        """

    /// Whether a text stands anywhere in the tables.
    func holds(_ text: String) async throws -> Bool {
        let columns = try await all(
            Query<(table: String, column: String)>(
                TestEngine.current == .sqlite ? Self.sqliteColumns : Self.postgresqlColumns
            ) { try ($0.next(), $0.next()) })
        for (table, column) in columns {
            let value =
                TestEngine.current == .sqlite
                ? #"CAST("\#(column)" AS BLOB)"#
                : #"decode(CASE WHEN pg_typeof("\#(column)") = 'bytea'::regtype "#
                    + #"THEN substr("\#(column)"::text, 3) "#
                    + #"ELSE encode(convert_to("\#(column)"::text, 'UTF8'), 'hex') END, 'hex')"#
            let values = Query<[UInt8]?>(
                SQL(stringLiteral: #"SELECT \#(value) FROM "\#(table)""#))
            let isFound = try await all(values).contains { value in
                Data(value ?? []).range(of: Data(text.utf8)) != nil
            }
            if isFound { return true }
        }
        return false
    }
}
