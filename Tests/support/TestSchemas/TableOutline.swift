/// A table: a line for each of its columns, in their order, and for each of its keys.
///
/// CHECKs and values of defaults are not in it: each engine writes them in words of its own.
struct TableOutline {
    let name: String
    private let engine: SchemaEngine
    private var columns: [String] = []
    private var keys: [String] = []

    init(_ name: String, _ content: [SQLPiece], _ engine: SchemaEngine) throws {
        self.name = name
        self.engine = engine
        for item in content.split(separator: .word(",")) {
            var cursor = SQLCursor(item)
            if cursor.take("constraint") { _ = try cursor.word() }
            if try !takeConstraint(&cursor) { try addColumn(&cursor) }
        }
    }

    var lines: [String] {
        ["table \(name)"] + (columns + keys.sorted()).map { "\(name): \($0)" }
    }

    /// A constraint that stands by itself.
    ///
    /// - Returns: `false` if it is a column.
    private mutating func takeConstraint(_ cursor: inout SQLCursor) throws -> Bool {
        if cursor.take("check") {
            _ = try cursor.group()
        } else if cursor.take("primary", "key") {
            keys.append("primary key \(SQLPiece.group(try cursor.group()))")
        } else if cursor.take("unique") {
            keys.append("unique \(SQLPiece.group(try cursor.group()))")
        } else if cursor.take("foreign", "key") {
            let columns = SQLPiece.group(try cursor.group())
            guard cursor.take("references") else { throw cursor.unexpected("REFERENCES") }
            keys.append("foreign key \(columns) \(try Self.reference(&cursor))")
        } else {
            return false
        }
        guard cursor.isAtEnd else { throw cursor.unexpected("the end of a constraint") }
        return true
    }

    private mutating func addColumn(_ cursor: inout SQLCursor) throws {
        let name = try cursor.word()
        let isBoolean = cursor.remainder.contains("check (\(name) in (0, 1))")
        let type = try engine.type(cursor.word(), isBoolean: isBoolean)
        var properties: Set<String> = []
        while !cursor.isAtEnd {
            if cursor.take("not", "null") {
                properties.insert("not null")
            } else if cursor.take("primary", "key") {
                keys.append("primary key (\(name))")
            } else if cursor.take("unique") {
                keys.append("unique (\(name))")
            } else if cursor.take("references") {
                keys.append("foreign key (\(name)) \(try Self.reference(&cursor))")
            } else if cursor.take("default") {
                try Self.skipDefault(&cursor)
                properties.insert("default")
            } else if try Self.takeUncompared(&cursor) {
                continue
            } else if try Self.takeGenerated(&cursor) {
                properties.insert("generated")
            } else {
                throw cursor.unexpected("a rule of column \(self.name).\(name)")
            }
        }
        columns.append(([name, type] + properties.sorted()).joined(separator: " "))
    }

    private static func reference(_ cursor: inout SQLCursor) throws -> String {
        let table = try cursor.word()
        let columns = cursor.takeGroup().map { [SQLPiece.group($0)] } ?? []
        let actions = cursor.takeAll(of: [
            "on", "delete", "update", "cascade", "restrict", "set", "null", "no", "action",
            "deferrable", "initially", "deferred", "immediate",
        ])
        return "references " + text(of: [.word(table)] + columns + actions)
    }

    private static func skipDefault(_ cursor: inout SQLCursor) throws {
        guard cursor.takeGroup() == nil else { return }
        _ = cursor.take("-")
        _ = try cursor.word()
        _ = cursor.takeGroup()
        if cursor.take(":", ":") { _ = try cursor.word() }
    }

    private static func takeGenerated(_ cursor: inout SQLCursor) throws -> Bool {
        guard cursor.take("generated", "always", "as") || cursor.take("as") else { return false }
        _ = try cursor.group()
        _ = cursor.takeAll(of: ["stored", "virtual"])
        return true
    }

    /// SQLite numbers the rows of an integer primary key by itself; PostgreSQL is told to.
    private static func takeUncompared(_ cursor: inout SQLCursor) throws -> Bool {
        if cursor.take("check") {
            _ = try cursor.group()
        } else if cursor.take("collate") {
            _ = try cursor.word()
        } else {
            return cursor.take("autoincrement")
                || cursor.take("generated", "always", "as", "identity")
                || cursor.take("generated", "by", "default", "as", "identity")
        }
        return true
    }
}
