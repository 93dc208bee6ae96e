import CSQLite
import CWarmVFS

/// One connection to a SQLite file, and what it has compiled.
///
/// SQLite takes no lock of its own for it: one thread uses it at a time.
final class SQLiteConnection: Connection, @unchecked Sendable {
    let handle: OpaquePointer
    private var statements: [SQLiteStatement?] = []
    private var isOpen = true
    /// What may still be run before the thread is left; `nil` where any number of steps may be.
    private var allowance: Allowance?

    enum Kind {
        case writing
        /// Waits for the disk where it must.
        case reading
        /// Reads what the kernel has in memory, for as many steps as a thread can spare that others
        /// wait for; throws `SQLiteStopped` at all else.
        ///
        /// - Parameter file: a descriptor of the database, open until all of its connections are closed.
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
            // Of a path that begins with two slashes the first name would be a host.
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
        // Temporary files would need descriptors and a directory that others fill: a large sort, or
        // the journal of a statement, stays in memory.
        try execute("PRAGMA temp_store = MEMORY")
        if case .readingWarm = kind { limitSteps() }
    }

    /// Once for the process. Nothing is lost where something else has used SQLite before.
    private static let isConfigured =
        rollcall_sqlite_without_memory_statistics() == SQLITE_OK

    /// Begins to count the steps of one read.
    func beginRead() {
        if allowance != nil { allowance = Allowance() }
    }

    deinit {
        close()
    }

    /// Lets the file go. Nothing else is called any more.
    func close() {
        guard isOpen else { return }
        isOpen = false
        // SQLite closes the file once the last statement is gone: the one that was run last is kept here.
        allowance = nil
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// In a URI these three would end the path (sqlite.org/uri.html).
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

    /// Runs a statement that has no parameters, and compiles it once.
    func run(_ id: StatementID) throws {
        let statement = try statement(id)
        defer { statement.reset() }
        while try statement.step() {}
    }

    /// Runs statements that are not run again.
    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// What a pragma answers, as text.
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
    /// The steps that one read may take before others that wait for its thread come first.
    private struct Allowance {
        /// About a millisecond of SQLite's virtual machine.
        static let steps: CInt = 20_000

        private var left = Self.steps
        private var last: SQLiteStatement?

        /// - Throws: `SQLiteStopped` if the statements before it took too many.
        mutating func begin(_ statement: SQLiteStatement) throws {
            if let last { left -= min(last.steps, left) }
            last = statement
            if left <= 0 { throw SQLiteStopped() }
        }
    }

    /// A statement that takes more than a read may is stopped on its way. SQLite counts the steps of a
    /// statement over all its runs, until `SQLiteStatement.reset` sets the number back.
    private func limitSteps() {
        allowance = Allowance()
        sqlite3_progress_handler(handle, Allowance.steps, { _ in 1 }, nil)
    }
}
