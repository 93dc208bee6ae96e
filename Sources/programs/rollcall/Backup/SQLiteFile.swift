import CSQLite
import Glibc

/// A connection to a SQLite file. One thread may use it at a time.
///
/// Not that of the services' store: the command line would need PostgreSQL's library with it.
final class SQLiteFile {
    private let handle: OpaquePointer
    private let path: String

    /// - Parameter isNew: whether the file is made, and written. Otherwise it is only read, also
    ///   while a service writes. Such a connection never checkpoints: SQLite before 3.51.3 can
    ///   damage a file of which two connections do.
    /// - Throws: `Failure`.
    init(_ path: String, isNew: Bool = false) throws {
        var handle: OpaquePointer?
        let flags = isNew ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let handle,
            isNew || rollcall_sqlite_without_checkpoint(handle) == SQLITE_OK
        else {
            sqlite3_close_v2(handle)
            throw Failure.file(path, String(cString: sqlite3_errstr(code)))
        }
        (self.handle, self.path) = (handle, path)
        // A writer that begins its journal anew, or a start that reads it, takes moments.
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// The first column of all rows.
    func texts(_ sql: String) throws -> [String] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure()
        }
        var texts: [String] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
            case SQLITE_DONE: return texts
            default: throw failure()
            }
        }
    }

    /// The number that a query answers.
    func number(_ sql: String) throws -> Int64 {
        try texts(sql).first.flatMap { Int64($0) } ?? 0
    }

    /// Copies what the open transaction sees, whatever is written meanwhile, and syncs each part:
    /// the commits of the services would wait for many parts.
    ///
    /// - Parameter onPercent: called with what is copied, when it takes longer than a second.
    func copy(to target: SQLiteFile, onPercent: (Int32) -> Void) throws {
        try target.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        let descriptor = open(target.path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.system(target.path) }
        defer { close(descriptor) }
        guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.failure()
        }
        let start = ContinuousClock.now
        var code = SQLITE_OK
        while code == SQLITE_OK {
            code = sqlite3_backup_step(backup, Self.pagesOfStep)
            guard fdatasync(descriptor) == 0 else {
                defer { sqlite3_backup_finish(backup) }
                throw Failure.system(target.path)
            }
            guard ContinuousClock.now - start > .seconds(1) else { continue }
            let count = max(1, sqlite3_backup_pagecount(backup))
            onPercent((count - sqlite3_backup_remaining(backup)) / max(1, count / 100))
        }
        guard sqlite3_backup_finish(backup) == SQLITE_OK, code == SQLITE_DONE else {
            throw target.failure()
        }
    }

    /// 1 MiB.
    private static let pagesOfStep: Int32 = 256

    private func failure() -> Failure {
        .file(path, String(cString: sqlite3_errmsg(handle)))
    }
}

extension SQLiteFile {
    /// How much time may pass between the first database of a snapshot and the last.
    private static let spreadLimit = Duration.milliseconds(5)
    private static let attemptLimit = 50

    /// Opens a transaction in each file, at one moment.
    ///
    /// - Returns: whether they are of one moment: a busy machine may not allow it.
    static func beginTogether(_ files: [SQLiteFile]) throws -> Bool {
        for _ in 0..<attemptLimit {
            let start = ContinuousClock.now
            for file in files {
                if sqlite3_get_autocommit(file.handle) == 0 { try file.execute("ROLLBACK") }
                try file.execute("BEGIN")
                // A transaction sees what was there at its first read.
                _ = try file.number("PRAGMA user_version")
            }
            if ContinuousClock.now - start <= spreadLimit { return true }
        }
        return false
    }
}
