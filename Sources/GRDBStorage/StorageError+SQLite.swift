import GRDB
import Storage

extension StorageError {
    /// What an error of SQLite means to the store, whoever caused it; `nil` if it is the affair
    /// of the statement alone, such as a violated constraint.
    init?(_ error: any Error) {
        if let error = error as? StorageError {
            self = error
            return
        }
        guard let error = error as? DatabaseError else { return nil }
        if error.isExhaustion {
            self = .exhausted(error.sentence)
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL: self = .noSpace
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(error.sentence)
        case .SQLITE_BUSY: self = .lockedByAnother
        case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_PROTOCOL:
            self = .failed(error.sentence)
        default: return nil
        }
    }

    /// Whether a writer that met it must not go on: after a failed fsync the kernel may have
    /// dropped the pages and will report the next one as a success.
    var isFatal: Bool {
        switch self {
        case .failed, .corrupt: true
        default: false
        }
    }
}

extension DatabaseError {
    /// Whether the machine is at fault and not the database. The files of an open database are open:
    /// what cannot be opened then is another one, such as that of a further reader.
    fileprivate var isExhaustion: Bool {
        switch extendedResultCode {
        case .SQLITE_IOERR_NOMEM, .SQLITE_IOERR_GETTEMPPATH: true
        default: [.SQLITE_NOMEM, .SQLITE_CANTOPEN].contains(resultCode)
        }
    }

    /// Without the SQL and its arguments, which may be personal.
    fileprivate var sentence: String {
        "SQLite error \(extendedResultCode.rawValue): \(message ?? "no message")"
    }
}
