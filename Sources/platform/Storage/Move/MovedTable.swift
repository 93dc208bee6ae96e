/// A table as it is moved. Its names are those of the statements that made it on both engines.
struct MovedTable {
    let name: String
    /// All that are not computed.
    let columns: String
    /// All rows. Both engines have the same order of bytes, numbers and texts. A table without a
    /// key is in the order of all its columns.
    let query: String
    private let names: [String]
    private let order: String

    /// The tables of a file, in the order in which they were made: none refers to a later one.
    static func all(of source: SQLiteConnection) throws -> [MovedTable] {
        try source.texts(
            """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
            ORDER BY rowid
            """
        ).map { try MovedTable($0, of: source) }
    }

    private init(_ name: String, of source: SQLiteConnection) throws {
        self.name = name
        let column = "name FROM pragma_table_info('\(name)')"
        names = try source.texts("SELECT \(column) ORDER BY cid")
        let key = try source.texts("SELECT \(column) WHERE pk > 0 ORDER BY pk")
        columns = names.joined(separator: ", ")
        order = "FROM \(name) ORDER BY " + (key.isEmpty ? names : key).joined(separator: ", ")
        query = "SELECT \(columns) \(order)"
    }

    /// Has SQLite write each row as the server does in the text format of COPY
    /// (postgresql.org/docs/15/sql-copy.html).
    func lines(for target: PostgreSQLConnection) throws -> String {
        let types = try target.execute("\(query) LIMIT 0")
        let fields = names.enumerated().map { index, name in
            let text =
                switch types.type(ofColumn: index) {
                case PostgreSQLType.bool: "substr('ft', \(name) + 1, 1)"
                case PostgreSQLType.bytea: "'\\\\x' || lower(hex(\(name)))"
                case PostgreSQLType.text: Self.escaped(name)
                default: name
                }
            // Not by coalesce: of NULL, hex makes an empty text.
            return "iif(\(name) IS NULL, '\\N', \(text))"
        }
        return "SELECT \(fields.joined(separator: " || char(9) || ")) || char(10) \(order)"
    }

    private static func escaped(_ name: String) -> String {
        [(92, "\\"), (8, "b"), (9, "t"), (10, "n"), (11, "v"), (12, "f"), (13, "r")]
            .reduce(name) { "replace(\($0), char(\($1.0)), '\\\($1.1)')" }
    }

    /// Lets a column that counts its rows by itself continue after the greatest number.
    func continueIdentity(on target: PostgreSQLConnection) throws {
        let identity = try target.execute(
            """
            SELECT max(attname) FROM pg_attribute
            WHERE attrelid = '\(name)'::regclass AND attidentity <> ''
            """)
        guard let column = identity.text(row: 0, column: 0) else { return }
        try target.execute(
            "SELECT setval(pg_get_serial_sequence('\(name)', '\(column)'), max(\(column))) FROM \(name)"
        )
    }
}

extension SQLiteConnection {
    /// Compiles a statement that is made of names of the catalogue.
    func statement(_ sql: String) throws -> SQLiteStatement {
        try SQLiteStatement(
            StatementText(sql: SQL(stringLiteral: sql), parameters: []), on: handle)
    }

    /// The first column of all rows.
    fileprivate func texts(_ sql: String) throws -> [String] {
        let statement = try statement(sql)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(at: 0) ?? "") }
        return texts
    }
}
