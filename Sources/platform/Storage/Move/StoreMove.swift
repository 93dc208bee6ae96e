/// Moves the tables of a SQLite file to a new PostgreSQL database, while no service uses either.
///
/// The file's own catalogue names the tables and columns. Rows are sent in the order of their keys,
/// in batches that the server commits. So an interrupted move continues behind the rows that the
/// server has. At the end all rows are read back and compared with what is sent of the file's.
///
/// Until then the database is marked by a negative `application_id`, which services refuse. Then
/// the file is marked, and only then the database is free: never do services accept both.
package struct StoreMove {
    private let file: MovedFile
    private let schema: Schema
    private let url: PostgreSQLURL
    private let batchLimit: Int

    /// - Parameters:
    ///   - path: of the SQLite file.
    ///   - schema: of the store.
    ///   - batchLimit: rows of one commit.
    package init(
        of path: String, _ schema: Schema, to url: PostgreSQLURL, batchLimit: Int = 50_000
    ) {
        file = MovedFile(path: path)
        (self.schema, self.url, self.batchLimit) = (schema, url, batchLimit)
    }

    /// Whether the file is marked, so that a store does not open it.
    package var isMarked: Bool { file.place != nil }

    /// Of the 64 bits that name an advisory lock: "Rollmove". The server still holds it for a move
    /// that was killed, until it has undone that one's last batch.
    private static let lock = 0x526f_6c6c_6d6f_7665

    /// Moves what is left to be moved. Blocks meanwhile.
    ///
    /// - Parameter onProgress: called now and then, with the table and its rows so far.
    /// - Returns: how many rows there are; `nil` if the move had ended before.
    /// - Throws: `StorageError`. What `onProgress` throws. Call it again to continue.
    package func run(onProgress: (_ table: String, _ rows: Int) throws -> Void) throws -> Int? {
        if let place = file.place, place != "\(url)" { throw file.refusal(place) }
        let lock = try FileLock(path: file.path + ".lock")
        defer { withExtendedLifetime(lock) {} }
        try DatabaseFile(path: file.path, applicationID: schema.applicationID).prepare()
        let source = try SQLiteConnection(path: file.path, .writing)
        try schema.migrate(source)
        let tables = try MovedTable.all(of: source)
        let target = try PostgreSQLConnection(PostgreSQLParameters(url, StoreConfiguration()))
        guard try prepare(target, for: tables) else { return nil }
        for table in tables { try load(table, from: source, to: target, onProgress) }
        try target.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        let count = try tables.reduce(0) { sum, table in
            try table.continueIdentity(on: target)
            return try sum + compare(table, of: source, with: target, onProgress)
        }
        try file.mark(place: "\(url)")
        try target.execute(
            "UPDATE rollcall_schema SET application_id = \(schema.applicationID); COMMIT")
        return count
    }

    /// Makes the tables without rows, if the database is new.
    ///
    /// - Returns: `false` if the file was moved there.
    private func prepare(
        _ target: PostgreSQLConnection, for tables: [MovedTable]
    ) throws -> Bool {
        // Statements take as long as there are rows.
        target.patience = .seconds(24 * 3600)
        try target.checkFitness()
        try target.execute(
            """
            SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
            SET lock_timeout = '60s'; SELECT pg_advisory_lock(\(Self.lock))
            """)
        var versions = schema.versions
        guard let last = versions.popLast() else { return false }
        // The rows that are there from the start are the file's, too.
        let names = tables.map(\.name).joined(separator: ", ")
        versions.append(
            Schema.Version(sqlite: "", postgresql: "\(last.postgresql)\n; TRUNCATE \(names)"))
        do {
            try Schema(applicationID: -schema.applicationID, versions: versions).migrate(target)
            return true
        } catch StorageError.foreignFile(applicationID: schema.applicationID) {
            guard !isMarked else { return false }
            throw StorageError.unfitDatabase(
                "\(url) has tables of this service already: name a new database")
        }
    }

    private func load(
        _ table: MovedTable, from source: SQLiteConnection, to target: PostgreSQLConnection,
        _ onProgress: (String, Int) throws -> Void
    ) throws {
        let found = try target.execute("SELECT count(*) FROM \(table.name)")
        var count = found.text(row: 0, column: 0).flatMap { Int($0) } ?? 0
        let rows = try source.statement("\(table.lines(for: target)) LIMIT -1 OFFSET \(count)")
        var hasRow = try rows.step()
        while hasRow {
            do {
                try target.beginCopy("\(table.name) (\(table.columns)) FROM STDIN")
                repeat {
                    try target.put(rows.content(at: 0))
                    count += 1
                    hasRow = try rows.step()
                } while hasRow && !count.isMultiple(of: batchLimit)
                try target.endCopy()
            } catch StorageError.constraint(let reason) {
                throw mismatch("\(table.name) does not take the rows up to \(count) (\(reason))")
            }
            try onProgress(table.name, count)
        }
        try target.execute("ANALYZE \(table.name)")
    }

    /// - Returns: how many rows the table has.
    /// - Throws: `StorageError.unfitDatabase` if the rows differ.
    private func compare(
        _ table: MovedTable, of source: SQLiteConnection, with target: PostgreSQLConnection,
        _ onProgress: (String, Int) throws -> Void
    ) throws -> Int {
        let rows = try source.statement(table.lines(for: target))
        try target.beginCopy("(\(table.query)) TO STDOUT")
        var count = 0
        while true {
            let row = try rows.step() ? Array(rows.content(at: 0)) : nil
            guard try target.nextLine() == row else {
                throw mismatch("\(table.name) differs in row \(count + 1), by its key")
            }
            if row == nil { return count }
            count += 1
            if count.isMultiple(of: batchLimit) { try onProgress(table.name, count) }
        }
    }

    private func mismatch(_ what: String) -> StorageError {
        .unfitDatabase(
            """
            \(url): \(what). If the service has used the file since the move began, make the \
            database anew, and move again
            """)
    }
}
