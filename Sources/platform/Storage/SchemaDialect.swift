/// The words that SQLite and PostgreSQL do not share, in the statements that make tables.
package enum SchemaDialect: Sendable {
    case sqlite, postgresql

    package func either(sqlite: String, postgresql: String) -> String {
        self == .sqlite ? sqlite : postgresql
    }

    package var bytes: String { either(sqlite: "BLOB", postgresql: "BYTEA") }
    package var integer: String { either(sqlite: "INTEGER", postgresql: "BIGINT") }
    /// After a table whose rows lie in the order of their primary key.
    package var keyed: String { either(sqlite: " STRICT, WITHOUT ROWID", postgresql: "") }
    /// After any other table.
    package var strict: String { either(sqlite: " STRICT", postgresql: "") }
    /// After the expression of a computed column.
    package var computed: String { either(sqlite: "VIRTUAL", postgresql: "STORED") }
    /// Types a column that counts its rows by itself.
    package var identity: String {
        either(
            sqlite: "INTEGER PRIMARY KEY",
            postgresql: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
    }

    /// A column that is true or false.
    package func flag(_ name: String, default value: Bool? = nil) -> String {
        let preset = value.map { " DEFAULT \($0 ? "TRUE" : "FALSE")" } ?? ""
        return either(
            sqlite: "\(name) INTEGER NOT NULL\(preset) CHECK (\(name) IN (0, 1))",
            postgresql: "\(name) BOOLEAN NOT NULL\(preset)")
    }

    /// The number of bytes of a text.
    package func byteCount(_ name: String) -> String {
        either(sqlite: "length(CAST(\(name) AS BLOB))", postgresql: "octet_length(\(name))")
    }
}
