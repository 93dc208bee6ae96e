import CPQ

extension PostgreSQLConnection {
    /// Runs a body on one snapshot.
    func snapshot<T>(isOne: Bool, _ body: (any Connection) throws -> T) throws -> T {
        if isOne { return try body(self) }
        return try undoingFailure {
            try execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let value = try body(self)
            try execute("COMMIT")
            return value
        }
    }

    /// Runs a body that writes, and commits.
    ///
    /// - Parameter willCommit: called with the body's value before COMMIT is sent.
    /// - Throws: `StorageError`; `SerializationConflict`; what the body throws. Nothing is written
    ///   then, but for `StorageError.unknownOutcome`.
    func transaction<T>(
        _ body: (any Connection) throws -> T, willCommit: (T) -> Void
    ) throws -> T {
        try undoingFailure {
            try begin()
            let value = try body(self)
            willCommit(value)
            try commit()
            return value
        }
    }

    private func begin() throws {
        do {
            // Not READ WRITE: an operator may have said that databases are read-only.
            try execute("BEGIN ISOLATION LEVEL SERIALIZABLE")
        } catch let error as StorageError {
            // The server is a standby, or is about to stop: another one may be the primary.
            throw lose("the server begins no transaction (\(error))")
        }
    }

    private func commit() throws {
        do {
            // A transaction that had failed would be undone, and that is no error to the server.
            guard try execute("COMMIT").command == "COMMIT" else {
                throw StorageError.statement("a transaction that had failed was to be committed")
            }
        } catch {
            throw loss == nil ? error : StorageError.unknownOutcome
        }
    }

    /// Runs a body inside of a transaction. If it throws, the transaction is undone.
    ///
    /// - Throws: what the body throws; `SerializationConflict` in its place if there was one, as
    ///   what a body concludes from a failed statement counts for nothing.
    func undoingFailure<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch {
            let cause = failure as? SerializationConflict ?? error
            failure = nil
            if isInTransaction { rollback() }
            throw cause
        }
    }

    /// Not after a COMMIT that has failed.
    private var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    private func rollback() {
        // A connection that cannot undo would keep its locks.
        if loss == nil, (try? execute("ROLLBACK")) == nil { _ = lose("ROLLBACK has failed") }
    }

    func undoing(_ body: () throws -> Void) throws {
        try execute("SAVEPOINT undone")
        try body()
        failure = nil
        try execute("ROLLBACK TO undone; RELEASE undone")
    }
}
