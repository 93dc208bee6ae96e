import CSQLite

extension SQLiteConnection {
    private static let begin = StatementRegistry.shared.id(of: "BEGIN IMMEDIATE")
    private static let end = StatementRegistry.shared.id(of: "COMMIT")
    private static let rollback = StatementRegistry.shared.id(of: "ROLLBACK")
    private static let save = StatementRegistry.shared.id(of: "SAVEPOINT write")
    private static let release = StatementRegistry.shared.id(of: "RELEASE write")
    private static let undo = StatementRegistry.shared.id(of: "ROLLBACK TO write")
    private static let saveTrial = StatementRegistry.shared.id(of: "SAVEPOINT trial")
    private static let releaseTrial = StatementRegistry.shared.id(of: "RELEASE trial")
    private static let undoTrial = StatementRegistry.shared.id(of: "ROLLBACK TO trial")

    /// Runs a group of writes in one transaction. Answers all of them after the commit and the
    /// delivery.
    ///
    /// If a body throws, only its own changes are undone. If the whole transaction is lost, every
    /// caller is told.
    ///
    /// - Throws: the error that lost the transaction, after the callers were told.
    func commit(_ group: [PendingWrite], then delivery: AnyDelivery) throws {
        do {
            var outcomes: [Result<PendingWrite.Success, any Error>] = []
            outcomes.reserveCapacity(group.count)
            try inTransaction {
                for write in group { try outcomes.append(attempt(write)) }
            }
            let events = outcomes.flatMap { (try? $0.get())?.events ?? [] }
            if !events.isEmpty { delivery(events) }
            for (write, outcome) in zip(group, outcomes) {
                switch outcome {
                case .success(let success): success.answer()
                case .failure(let error): write.refuse(error)
                }
            }
        } catch {
            for write in group { write.refuse(error) }
            throw error
        }
    }

    private func inTransaction(_ body: () throws -> Void) throws {
        try run(Self.begin)
        do {
            try body()
            try run(Self.end)
        } catch {
            // Some errors make SQLite roll back by itself (sqlite.org/lang_transaction.html §3).
            if isInTransaction { try? run(Self.rollback) }
            throw error
        }
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs a write in a savepoint of its own.
    ///
    /// - Throws: the body's error, if it ended the transaction.
    private func attempt(_ write: PendingWrite) throws -> Result<PendingWrite.Success, any Error> {
        try run(Self.save)
        do {
            let success = try write.run(self)
            try checkDeferredForeignKeys()
            try run(Self.release)
            return .success(success)
        } catch {
            // A damaged file must not be written to.
            let isFatal = (error as? StorageError)?.isFatal ?? false
            guard isInTransaction, !isFatal else { throw error }
            try run(Self.undo)
            try run(Self.release)
            return .failure(error)
        }
    }

    func undoing(_ body: () throws -> Void) throws {
        try run(Self.saveTrial)
        try body()
        try run(Self.undoTrial)
        try run(Self.releaseTrial)
    }

    /// A dangling reference would fail the commit, and with it the whole group. The body that has
    /// just run caused it, as there was none before.
    private func checkDeferredForeignKeys() throws {
        var (current, highest): (CInt, CInt) = (0, 0)
        sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        guard current == 0 else {
            throw StorageError.constraint("a reference to a row that does not exist")
        }
    }
}
