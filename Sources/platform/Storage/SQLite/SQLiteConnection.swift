import CSQLite
import CWarmVFS

/// A connection to a SQLite file, and its compiled statements.
///
/// SQLite takes no lock for it: only one thread may use it at a time.
final class SQLiteConnection: Connection, @unchecked Sendable {
    let handle: OpaquePointer
    private var statements: [SQLiteStatement?] = []
    private var isOpen = true
    /// The steps left before the thread must be released; `nil` without a limit.
    private var allowance: Allowance?

    enum Kind {
        case writing
        /// Waits for the disk if necessary.
        case reading
        /// Reads only what the kernel has in memory, and only a bounded number of steps, as others
        /// wait for the thread. Throws `SQLiteStopped` otherwise.
        ///
        /// - Parameter file: a descriptor of the database, open until all of its connections are
        ///   closed.
        case readingWarm(file: CInt)
    }

    /// - Throws: `StorageError`.
    init(path: String, _ kind: Kind) throws {
        _ = Self.isConfigured
        var handle: OpaquePointer?
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
        let code: CInt
        switch kind {
        case .writing:
            code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_READWRITE, nil)
        case .reading:
            code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_READONLY, nil)
        case .readingWarm(let file):
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            let known = rollcall_warm_vfs_register()
            // A path that begins with two slashes needs an empty host. Otherwise its first name
            // would be the host.
            let host = path.hasPrefix("/") ? "//" : ""
            let uri = "file:\(host)\(Self.escaped(path))?warm=\(file)"
            code =
                known == SQLITE_OK ? sqlite3_open_v2(uri, &handle, flags, ROLLCALL_WARM_VFS) : known
        }
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(code: code, handle: handle)
            sqlite3_close_v2(handle)
            if code & 0xff == SQLITE_CANTOPEN {
                throw StorageError.unusablePath("\(path): \(error.message)")
            }
            throw error.asStorageError
        }
        self.handle = handle
        // Temporary files would need descriptors and a directory that others fill. So a large sort
        // and the journal of a statement stay in memory.
        try execute("PRAGMA temp_store = MEMORY")
        if case .readingWarm = kind { limitSteps() }
    }

    /// Runs once for the process. It is harmless if other code has used SQLite before.
    private static let isConfigured =
        rollcall_sqlite_without_memory_statistics() == SQLITE_OK

    /// Begins to count the steps of one read.
    func beginRead() {
        if allowance != nil { allowance = Allowance() }
    }

    deinit {
        close()
    }

    /// Closes the file. No other call may follow.
    func close() {
        guard isOpen else { return }
        isOpen = false
        // SQLite closes the file after its last statement. `allowance` keeps the statement that ran
        // last.
        allowance = nil
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// These three characters would end the path in a URI (sqlite.org/uri.html).
    private static func escaped(_ path: String) -> String {
        path.reduce(into: "") { text, character in
            switch character {
            case "%": text += "%25"
            case "?": text += "%3f"
            case "#": text += "%23"
            default: text.append(character)
            }
        }
    }

    func prepared(_ id: StatementID) throws -> any PreparedStatement {
        let statement = try statement(id)
        try allowance?.begin(statement)
        return statement
    }

    private func statement(_ id: StatementID) throws -> SQLiteStatement {
        if id.index < statements.count, let statement = statements[id.index] { return statement }
        let statement = try SQLiteStatement(StatementRegistry.shared.text(of: id), on: handle)
        if id.index >= statements.count {
            statements += Array(repeating: nil, count: id.index + 1 - statements.count)
        }
        statements[id.index] = statement
        return statement
    }

    /// Runs a statement without parameters. It is compiled once.
    func run(_ id: StatementID) throws {
        let statement = try statement(id)
        defer { statement.reset() }
        while try statement.step() {}
    }

    /// Runs statements that are not repeated.
    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// The answer of a pragma, as text.
    func text(_ pragma: SQL) throws -> String {
        let statement = try SQLiteStatement(StatementText(sql: pragma, parameters: []), on: handle)
        guard try statement.step() else {
            throw StorageError.corrupt("\(pragma.text) answers nothing")
        }
        return statement.text(at: 0) ?? statement.integer(at: 0).map(String.init) ?? ""
    }

    func error(_ code: CInt) -> any Error {
        SQLiteError(code: code, handle: handle).asError
    }
}

extension SQLiteConnection {
    /// The steps that one read may take before other work on its thread.
    private struct Allowance {
        /// About a millisecond of SQLite's virtual machine.
        static let steps: CInt = 20_000

        private var left = Self.steps
        private var last: SQLiteStatement?

        /// - Throws: `SQLiteStopped` if earlier statements took too many steps.
        mutating func begin(_ statement: SQLiteStatement) throws {
            if let last { left -= min(last.steps, left) }
            last = statement
            if left <= 0 { throw SQLiteStopped() }
        }
    }

    /// Stops a statement that takes more steps than a read may. SQLite counts the steps of a
    /// statement over all its runs, until `SQLiteStatement.reset` clears the count.
    private func limitSteps() {
        allowance = Allowance()
        sqlite3_progress_handler(handle, Allowance.steps, { _ in 1 }, nil)
    }
}
