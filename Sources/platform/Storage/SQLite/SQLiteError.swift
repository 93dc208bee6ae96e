import CSQLite
import Glibc

/// A read that was stopped, as it has met a page that must come from the disk, or takes long.
/// Nothing is wrong: it is run again where it may wait.
struct SQLiteStopped: Error {}

/// What SQLite says of a failure (sqlite.org/rescode.html).
struct SQLiteError: Error {
    /// The extended result code.
    let code: CInt
    /// Without the SQL and its arguments, which may be personal.
    let message: String
    /// What a write was refused with, which SQLite does not tell; 0 if it was none.
    private let writeError: CInt

    init(code: CInt, handle: OpaquePointer?) {
        self.code = code
        // SQLITE_IOERR_WRITE
        let isWriteError = code == SQLITE_IOERR | 3 << 8
        writeError = isWriteError ? handle.map(rollcall_sqlite_write_errno) ?? 0 : 0
        message = handle.flatMap(sqlite3_errmsg).map { String(cString: $0) } ?? "no message"
    }

    private var primary: CInt { code & 0xff }

    var asError: any Error {
        switch code {
        case SQLITE_INTERRUPT, SQLITE_IOERR | 11 << 8: SQLiteStopped()
        default: asStorageError
        }
    }

    var asStorageError: StorageError {
        if isExhaustion { return .exhausted(sentence) }
        // Nothing is in doubt after a write that was not begun, other than after a sync.
        if writeError == EDQUOT { return .noSpace }
        if writeError == EROFS { return .readOnly }
        return switch primary {
        case SQLITE_FULL: .noSpace
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt(sentence)
        // The second: the file was so busy that no lock was to be had.
        case SQLITE_BUSY, SQLITE_PROTOCOL: .lockedByAnother
        case SQLITE_CONSTRAINT: .constraint(sentence)
        case SQLITE_IOERR, SQLITE_READONLY: .failed(sentence)
        default: .statement(sentence)
        }
    }

    /// Whether the machine is at fault and not the database. The files of an open database are
    /// open: what cannot be opened then is another one.
    private var isExhaustion: Bool {
        switch code {
        // SQLITE_IOERR_NOMEM, SQLITE_IOERR_GETTEMPPATH
        case SQLITE_IOERR | 12 << 8, SQLITE_IOERR | 25 << 8: true
        default: primary == SQLITE_NOMEM || primary == SQLITE_CANTOPEN
        }
    }

    private var sentence: String { "SQLite error \(code): \(message)" }
}
