/// Why the store refuses, and so what its caller can do.
package enum StorageError: Error, Equatable {
    /// The disk, or the page limit, is full. Nothing was written; it works again once there is room.
    case noSpace
    /// Another process has the file open, or a second opener in this one.
    case lockedByAnother
    /// The file is no sound database: truncated, overwritten, or its journal is. Restore a backup.
    case corrupt(String)
    /// A sound SQLite file, but of another application.
    case foreignFile(applicationID: Int32)
    /// The file was migrated by a newer program.
    case newerSchema
    /// Writing failed in a way that leaves the file in doubt; only a restart helps.
    case failed(String)
    /// The line of writers is full, or the journal is: try again later.
    case overloaded
    /// The process is out of descriptors or memory, or has no place for a temporary file. Nothing was
    /// written, and the database is sound: try again later.
    case exhausted(String)
    /// `close()` was called.
    case closed
    /// A file or directory cannot be opened or made.
    case unusablePath(String)
    /// A row would break a rule of its table: a key that is taken, a reference to nothing, a value out
    /// of range. Nothing was written.
    case constraint(String)
    /// The engine does not accept a statement: a mistake in the program.
    case statement(String)
}

extension StorageError {
    /// Whether a writer that met it must not go on: after a failed fsync the kernel may have
    /// dropped the pages and will report the next one as a success.
    var isFatal: Bool {
        switch self {
        case .failed, .corrupt: true
        default: false
        }
    }
}
