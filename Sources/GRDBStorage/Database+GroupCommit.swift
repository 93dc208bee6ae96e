import GRDB
import GRDBSQLite
import Storage

extension Database {
    /// Runs a group of writes in one transaction, and answers all of them after its commit.
    ///
    /// A body that throws takes back what it did itself, and only that. When the transaction as a
    /// whole is lost, every caller is told so.
    ///
    /// - Parameter afterCommit: as `SQLiteStore.init` has it.
    /// - Throws: the error that lost the transaction, after the callers have been told.
    func commit(_ group: [PendingWrite], then afterCommit: SQLiteStore.AfterCommit) throws {
        do {
            var outcomes: [Result<PendingWrite.Answer, any Error>] = []
            try inTransaction(.immediate) {
                for write in group { try outcomes.append(attempt(write)) }
                return .commit
            }
            do { try afterCommit(self) } catch { throw Self.fatal(error) }
            for (write, outcome) in zip(group, outcomes) { write.settle(outcome) }
        } catch {
            for write in group { write.settle(.failure(error)) }
            throw error
        }
    }

    /// The commit stands, but who waits for it must not hear so.
    private static func fatal(_ error: any Error) -> StorageError {
        let reason = StorageError(error) ?? .failed("what belongs to a commit could not be done")
        return reason.isFatal ? reason : .failed("after a commit: \(reason)")
    }

    /// In a savepoint of its own. Not `inSavepoint`, which has SQLite compile its two statements anew
    /// for every write: as much work as a small write is itself.
    ///
    /// - Throws: the body's error, if the transaction did not survive it.
    private func attempt(_ write: PendingWrite) throws -> Result<PendingWrite.Answer, any Error> {
        try run("SAVEPOINT write")
        do {
            let answer = try write.run(self)
            try checkDeferredForeignKeys()
            try run("RELEASE write")
            return .success(answer)
        } catch {
            // Some errors make SQLite roll back by itself (sqlite.org/lang_transaction.html §3),
            // and a damaged file must not be written on.
            let isFatal = StorageError(error)?.isFatal ?? false
            guard isInsideTransaction, !isFatal else { throw error }
            try run("ROLLBACK TO write")
            try run("RELEASE write")
            return .failure(error)
        }
    }

    private func run(_ sql: String) throws {
        try cachedStatement(sql: sql).execute()
    }

    /// A reference left dangling would fail the commit, and with it the whole group. It is the
    /// fault of the body that has just run, as there was none before.
    private func checkDeferredForeignKeys() throws {
        var (current, highest): (CInt, CInt) = (0, 0)
        sqlite3_db_status(sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        guard current == 0 else {
            throw DatabaseError(
                resultCode: .SQLITE_CONSTRAINT_FOREIGNKEY, message: "FOREIGN KEY constraint failed")
        }
    }
}
