/// Why the store refuses, and so what its caller can do.
package enum StorageError: Error, Equatable {
    /// The disk, or the page limit, is full. Nothing was written; it works again once there is room.
    case noSpace
    /// The file system takes no writes, as it is after a fault of its disk. Nothing was written; it works again
    /// once it takes them.
    case readOnly
    /// Another process has the file open, or a second opener in this one.
    case lockedByAnother
    /// The file or its journal is truncated or overwritten. Restore a backup.
    case corrupt(String)
    /// A sound database, but of another application; 0 if that is not Rollcall.
    case foreignFile(applicationID: Int32)
    /// The database was migrated by a newer program.
    case newerSchema
    /// A write failed, and nobody knows what the file has now. Only a restart helps.
    case failed(String)
    /// A line is full, or does not get shorter; the journal is full; a statement took too long, or met
    /// others again and again. Nothing was written: try again later.
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
    /// The connection was lost after COMMIT was sent. The write was done whole or not at all, and nobody
    /// here knows which. Look which before you repeat it.
    case unknownOutcome
    /// The database of a server was not created as a store needs it. Says how to create it.
    case unfitDatabase(String)
}

extension StorageError {
    /// Whether no more may be written. After a failed fsync the kernel may have dropped the pages, and
    /// reports the next fsync as a success.
    var isFatal: Bool {
        switch self {
        case .failed, .corrupt: true
        default: false
        }
    }
}
