/// Why the store refuses.
package enum StorageError: Error, Equatable {
    /// The disk or the page limit is full. Nothing was written. Writes work again once there is
    /// space.
    case noSpace
    /// The file system is read-only, as after a fault of its disk, or the database server is.
    /// Nothing was written. Writes work again once it is writable.
    case readOnly
    /// Another process has the file open, or another store in this process.
    case lockedByAnother
    /// The file or its journal is truncated or overwritten. Restore a backup.
    case corrupt(String)
    /// A sound database of another application; 0 if it has no application ID.
    case foreignFile(applicationID: Int32)
    /// The database was migrated by a newer program.
    case newerSchema
    /// A write failed, and the content of the file is unknown. Only a restart helps.
    case failed(String)
    /// A line is full, or does not get shorter; the journal is full; a statement took too long, or
    /// met others again and again. Nothing was written: try again later.
    case overloaded
    /// The process is out of descriptors or memory, or has no place for a temporary file. Nothing
    /// was written, and the database is sound: try again later.
    case exhausted(String)
    /// `close()` was called.
    case closed
    /// A file or directory cannot be opened or made.
    case unusablePath(String)
    /// A row would violate a constraint of its table: a duplicate key, a missing reference, a value
    /// out of range. Nothing was written.
    case constraint(String)
    /// The engine does not accept a statement. It is a mistake in the program.
    case statement(String)
    /// The database server does not answer, or stopped answering before the commit. Nothing was
    /// written. Writes work again once the server answers.
    case unavailable(String)
    /// A state of the database server (`Store.trouble`), which no call throws: reads go on, and
    /// perhaps writes.
    case impaired(String)
    /// The connection was lost after COMMIT was sent. It is unknown whether the write was done.
    /// Check before you repeat it.
    case unknownOutcome
    /// The server's database was not created as a store needs it. The text says how to create it.
    case unfitDatabase(String)
}

extension StorageError {
    /// Whether no more may be written. After a failed fsync the kernel may have dropped the pages,
    /// and reports the next fsync as a success.
    var isFatal: Bool {
        switch self {
        case .failed, .corrupt: true
        default: false
        }
    }
}
