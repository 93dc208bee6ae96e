import Storage

/// The tables and indexes that a schema makes, in lines that are the same for each engine.
struct SchemaOutline {
    private var tables: [TableOutline] = []
    private var others: [String] = []

    init(_ sql: String, _ engine: SchemaEngine) throws {
        for statement in pieces(of: sql).split(separator: .word(";")) {
            var cursor = SQLCursor(statement)
            if cursor.take("create", "table") {
                try tables.append(TableOutline(cursor.word(), cursor.group(), engine))
            } else if cursor.take("create", "index") || cursor.take("create", "unique", "index") {
                others.append(text(of: statement.dropFirst()))
            } else if cursor.take("insert", "into") {
                others.append("a row of \(try cursor.word())")
            } else if cursor.take("create", "view") {
                // What it has is the engine's own: where both engines said the same, there would be
                // none.
                others.append("the view \(try cursor.word())")
            } else if cursor.take("create", "sequence") {
                // SQLite has none: there a view finds the next number.
            } else if cursor.take("create", "function") || cursor.take("create", "trigger") {
                // What tells other processes, of which a file of SQLite has none.
            } else {
                throw cursor.unexpected(
                    "CREATE TABLE, INDEX, VIEW, SEQUENCE, FUNCTION or TRIGGER, or INSERT")
            }
        }
    }

    /// Sorted, but for the columns of a table.
    var lines: [String] {
        tables.sorted { $0.name < $1.name }.flatMap(\.lines) + others.sorted()
    }
}

extension Schema {
    /// What one engine's tables have and the other's have not: tables; columns, their order, types
    /// and nullability; keys; indexes; rows that are there from the start.
    ///
    /// - Throws: `SchemaError` at SQL that it does not know.
    package var differences: [String] {
        get throws { try versions.flatMap { try $0.differences } }
    }
}

extension Schema.Version {
    fileprivate var differences: [String] {
        get throws {
            let sqlite = try SchemaOutline(self.sqlite, .sqlite).lines
            let postgresql = try SchemaOutline(self.postgresql, .postgresql).lines
            return postgresql.difference(from: sqlite).map { change in
                switch change {
                case .remove(_, let line, _): "only SQLite has: \(line)"
                case .insert(_, let line, _): "only PostgreSQL has: \(line)"
                }
            }
        }
    }
}
