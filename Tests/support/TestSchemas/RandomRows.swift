import CSQLite
import Storage
import TestSupport

/// Fills the tables of a SQLite file with random rows that keep all rules.
///
/// The file's own catalogue names the columns. A row that SQLite refuses is drawn again, in a
/// column that the refusal names.
package final class RandomRows {
    private struct Column {
        let name: String
        let type: String
        let isNullable: Bool
        /// Values of the rows that it refers to.
        var parents: [String]?
        /// Texts that the table's rules name.
        let words: [String]
    }

    private let database: OpaquePointer
    private var numbers: TestNumbers

    package init(_ path: String, seed: UInt64) throws {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK, let database else {
            throw SchemaError("\(path) cannot be opened")
        }
        self.database = database
        numbers = TestNumbers(seed: seed)
        try execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF")
    }

    deinit {
        sqlite3_close(database)
    }

    /// Adds rows to each table, fewer where its rules allow no more.
    ///
    /// - Returns: how many rows each table has.
    package func fill(_ count: Int) throws -> [String: Int] {
        let tables = try rows(
            """
            SELECT name, sql FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid
            """)
        for table in tables {
            let columns = try columns(of: table[0], table[1])
            try execute("BEGIN")
            var left = count
            while left > 0, addRow(to: table[0], columns) { left -= 1 }
            try execute("COMMIT")
        }
        return try Dictionary(
            uniqueKeysWithValues: tables.map { table in
                (table[0], Int(try rows("SELECT count(*) FROM \(table[0])")[0][0]) ?? 0)
            })
    }

    private func columns(of table: String, _ sql: String) throws -> [Column] {
        // An apostrophe of a comment begins no text.
        let rules = sql.split(separator: "\n").map {
            $0.prefix(upTo: $0.firstRange(of: "--")?.lowerBound ?? $0.endIndex)
        }
        .joined(separator: "\n")
        let words = rules.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { "'\($0.element)'" }
        let references = try rows(
            "SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list('\(table)')")
        return try rows("SELECT name, type, \"notnull\" FROM pragma_table_info('\(table)')").map {
            row in
            let parent = references.first { $0[0] == row[0] }
            return Column(
                name: row[0], type: row[1], isNullable: row[2] == "0",
                parents: try parent.map {
                    try rows("SELECT quote(\($0[2])) FROM \($0[1])").map { $0[0] }
                }, words: words)
        }
    }

    /// Draws until the row is accepted.
    ///
    /// - Returns: `false` after some thousand refusals.
    private func addRow(to table: String, _ columns: [Column]) -> Bool {
        var values = columns.map(value)
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        for _ in 0..<3000 {
            let refusal = refusal(
                "INSERT INTO \(table) (\(names)) VALUES (\(values.joined(separator: ", ")))")
            guard let refusal else { return true }
            let named = Set(refusal.split { !($0.isLetter || $0.isNumber) }.map(String.init))
            let blamed = columns.indices.filter { named.contains(columns[$0].name) }
            if let index = blamed.randomElement(using: &numbers) {
                values[index] = value(columns[index])
            } else {
                values = columns.map(value)
            }
        }
        return false
    }

    private func value(_ column: Column) -> String {
        if column.isNullable, numbers.chance(1, in: 4) { return "NULL" }
        if let parents = column.parents { return parents.randomElement(using: &numbers) ?? "NULL" }
        switch column.type {
        case "INTEGER": return "\(number())"
        case "BLOB":
            let size = [0, 5, 16, 16, 32, 32, 48, 60, 64, 200].randomElement(using: &numbers) ?? 0
            let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            return
                "x'\(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'"
        default:
            if numbers.chance(1, in: 2), let word = column.words.randomElement(using: &numbers) {
                return word
            }
            return "'\(text())'"
        }
    }

    private func number() -> Int64 {
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: [-7, -257].randomElement(using: &numbers) ?? 0
        case 1: [64, 128, 256, 512].randomElement(using: &numbers) ?? 0
        case 2: .random(in: 1_700_000_000_000...1_900_000_000_000, using: &numbers)
        case 3: .random(in: 5000...300_000, using: &numbers)
        case 4: .random(in: .min ... .max, using: &numbers)
        case 5: .random(in: 1...60, using: &numbers)
        default: .random(in: 0...3, using: &numbers)
        }
    }

    private func text() -> String {
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: ""
        case 1: "$argon2id$\(number())"
        case 2:
            ["Grüße", "日本語", "e\u{301}", "👩‍👩‍👧", "tab\tand\nline", "\\x00", "''"].randomElement(
                using: &numbers) ?? ""
        case 3: "\(numbers.next())-\(numbers.next())"
        default:
            ["ann", "bob.b", "cleo_1", "dan99", "eve", "fay", "gus", "hal", "ida"].randomElement(
                using: &numbers) ?? ""
        }
    }

    /// Why SQLite refuses a statement; `nil` once it has run.
    private func refusal(_ sql: String) -> String? {
        sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK
            ? nil : String(cString: sqlite3_errmsg(database))
    }

    private func execute(_ sql: String) throws {
        if let refusal = refusal(sql) { throw SchemaError("\(refusal): \(sql)") }
    }

    private func rows(_ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
            throw SchemaError("\(String(cString: sqlite3_errmsg(database))): \(sql)")
        }
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                })
        }
        return rows
    }
}

extension Schema {
    /// Makes a file with random rows in every table, and moves it to an empty database.
    ///
    /// - Returns: how many rows each table has, and how many were moved.
    package func moveRandomRows(
        seed: UInt64, from path: String, to location: StoreLocation
    ) throws -> (tables: [String: Int], moved: Int?) {
        try Store<Never>(.file(path), schema: self) { _ in }.close()
        let tables = try RandomRows(path, seed: seed).fill(20)
        return (tables, try move(from: path, to: location))
    }

    /// Moves a file to an empty database.
    @discardableResult
    package func move(from path: String, to location: StoreLocation) throws -> Int? {
        guard case .postgresql(let url) = location else { return nil }
        return try StoreMove(of: path, self, to: url).run { _, _ in }
    }
}
