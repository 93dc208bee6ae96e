import CPQ

extension PostgreSQLConnection {
    /// Runs a body on one snapshot.
    func snapshot<T>(isOne: Bool, _ body: (any Connection) throws -> T) throws -> T {
        if isOne { return try body(self) }
        return try undoingFailure {
            unsent = [.text("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")]
            let value = try body(self)
            try askWithUnsent(.text("COMMIT"))
            return value
        }
    }

    /// Runs a body that writes, and commits.
    ///
    /// - Parameters:
    ///   - inTurn: whether it waits for all others that do so.
    ///   - willCommit: called with the body's value before COMMIT is sent.
    /// - Throws: `StorageError`; `SerializationConflict`; what the body throws. Nothing is written
    ///   then, but for `StorageError.unknownOutcome`.
    func transaction<T>(
        inTurn: Bool, _ body: (any Connection) throws -> T, willCommit: (T) -> Void
    ) throws -> T {
        try undoingFailure {
            // Not READ WRITE: an operator may have said that databases are read-only.
            unsent = [.text("BEGIN ISOLATION LEVEL SERIALIZABLE")]
            // Nobody writes to this table. A lock that is taken before the first statement is taken
            // before the snapshot (explicit-locking.html): so none has to be run again.
            if inTurn { unsent.append(.text("LOCK TABLE rollcall_schema IN EXCLUSIVE MODE")) }
            let value = try body(self)
            // Its snapshot is older than its turn; and what fails here is not committed.
            if !isInTransaction { try sendUnsent() }
            willCommit(value)
            try commit()
            return value
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
            (failure, unsent) = (nil, [])
            if isInTransaction { rollback() }
            throw cause
        }
    }

    /// Not after a COMMIT that has failed.
    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    private func rollback() {
        // A connection that cannot undo would keep its locks.
        if loss == nil, (try? execute("ROLLBACK")) == nil { _ = lose("ROLLBACK has failed") }
    }

    func undoing(_ body: () throws -> Void) throws {
        try execute("SAVEPOINT undone")
        try body()
        (failure, unsent) = (nil, [])
        try execute("ROLLBACK TO undone; RELEASE undone")
    }
}
