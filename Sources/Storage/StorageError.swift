/// Why the store refuses, and so what its caller can do.
package enum StorageError: Error, Equatable {
    /// The disk, or the page limit, is full. Nothing was written; it works again once there is room.
    case noSpace
    /// The file system takes no writes, as it is after a fault of its disk. Nothing was written; it works again
    /// once it takes them.
    case readOnly
    /// Another process has the file open, or a second opener in this one.
    case lockedByAnother
    /// The file is no sound database: truncated, overwritten, or its journal is. Restore a backup.
    case corrupt(String)
    /// A sound database, but of another application; 0 if that is not Rollcall.
    case foreignFile(applicationID: Int32)
    /// The database was migrated by a newer program.
    case newerSchema
    /// Writing failed in a way that leaves the file in doubt; only a restart helps.
    case failed(String)
    /// The line of writers is full, or the journal is; a statement took too long, or met others
    /// again and again. Nothing was written: try again later.
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
    /// The database server does not answer, or fell silent before the commit. Nothing was written;
    /// it works again once the server answers.
    case unavailable(String)
    /// The connection was lost after COMMIT was sent: the write is whole or not there, and nobody
    /// here knows which. Whoever repeats it must look first.
    case unknownOutcome
    /// The database of a server is not made as a store needs it. Says how to make it.
    case unfitDatabase(String)
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
