import GRDB
import GRDBSQLite

extension Database {
    /// Runs a group of writes in one transaction, and answers all of them after its commit.
    ///
    /// A body that throws takes back what it did itself, and only that. When the transaction as a
    /// whole is lost, every caller is told so.
    ///
    /// - Throws: the error that lost the transaction, after the callers have been told.
    func commit(_ group: [PendingWrite]) throws {
        do {
            var outcomes: [Result<PendingWrite.Answer, any Error>] = []
            try beginTransaction(.immediate)
            for write in group { try outcomes.append(attempt(write)) }
            try commit()
            for (write, outcome) in zip(group, outcomes) { write.settle(outcome) }
        } catch {
            if isInsideTransaction { try? rollback() }
            for write in group { write.settle(.failure(error)) }
            throw error
        }
    }

    /// - Throws: the body's error, if the transaction did not survive it.
    private func attempt(_ write: PendingWrite) throws -> Result<PendingWrite.Answer, any Error> {
        do {
            return try .success(runInSavepoint(write))
        } catch {
            // Some errors make SQLite roll back by itself (sqlite.org/lang_transaction.html §3),
            // and a damaged file must not be written on.
            let isFatal = StorageError(error)?.isFatal ?? false
            guard isInsideTransaction, !isFatal else { throw error }
            return .failure(error)
        }
    }

    private func runInSavepoint(_ write: PendingWrite) throws -> PendingWrite.Answer {
        var answer: PendingWrite.Answer = {}
        try inSavepoint {
            answer = try write.run(self)
            try checkDeferredForeignKeys()
            return .commit
        }
        return answer
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
