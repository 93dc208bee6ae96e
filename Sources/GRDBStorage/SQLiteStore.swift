import GRDB
import Storage
import Synchronization

/// A SQLite file opened the right way: an acknowledged write survives power loss, one connection
/// alone writes and checkpoints, readers do not wait for it.
///
/// One process has it at a time; in that process, one store. What is in it is its owner's affair.
package final class SQLiteStore: Sendable {
    package struct Configuration: Sendable {
        /// Connections that read, from 1.
        package var readers = 4
        /// Writes that may wait.
        package var queueLimit = 4096
        /// Writes in one commit.
        package var groupLimit = 256
        /// Pages that the writer keeps in memory, in KiB: what is written again and again is not read
        /// again each time.
        package var writerCacheKibibytes = 8192

        package init() {}
    }

    /// What is called between a commit and the answers to its writers.
    package typealias AfterCommit = @Sendable (Database) throws -> Void

    private let pool: DatabasePool
    private let writer: GroupCommitter
    /// `nil` after `close()`.
    private let lock: Mutex<FileLock?>

    /// Opens the file at `path`, or makes it, and migrates it. The directory, if it is made, has
    /// mode 0700; the file 0600.
    ///
    /// - Parameters:
    ///   - afterCommit: called on the writer's connection after each commit, before its writers are
    ///     answered: for what has to be done before a write may count. It reads, and writes
    ///     nothing here. What it throws stops the store, as a failed fsync does.
    ///   - onFailure: called once, when the store has stopped for good: the process should exit,
    ///     and be started anew.
    /// - Throws: `StorageError`. A damaged or foreign file is left as it is.
    package init(
        path: String, schema: Schema, configuration: Configuration = Configuration(),
        afterCommit: @escaping AfterCommit = { _ in },
        onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        do {
            try Self.makeDirectory(of: path)
            lock = try Mutex(FileLock(path: path + ".lock"))
            try DatabaseFile(path: path, applicationID: schema.applicationID).prepare()
            let journal = Journal()
            pool = try Self.connect(path: path, configuration: configuration, journal: journal)
            try schema.migrate(pool)
            let queue = CommitQueue<PendingWrite>(
                capacity: configuration.queueLimit, groupLimit: configuration.groupLimit)
            writer = GroupCommitter(
                pool: pool, journal: journal, queue: queue, afterCommit: afterCommit,
                onFailure: onFailure)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            throw StorageError.unusablePath("\(path): \(error.message ?? "it cannot be opened")")
        } catch {
            throw StorageError(error) ?? error
        }
    }

    /// Runs `body` on a snapshot of the last commit.
    ///
    /// - Throws: `StorageError`; `CancellationError`, interrupting the statement that runs; what
    ///   `body` throws. `overloaded` if it read for so long that the journal ran full.
    package func read<T: Sendable>(
        _ body: @Sendable (Database) throws -> T
    ) async throws -> T {
        try writer.checkOpen()
        do {
            return try await pool.read(body)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            try Task.checkCancellation()
            throw StorageError.overloaded
        } catch {
            throw StorageError(error) ?? error
        }
    }

    /// Runs `body` in a transaction, and returns when it is on the disk.
    ///
    /// Writes that come at the same time share a commit; each sees those before it, and what it
    /// throws undoes its own changes only. `body` must not begin or end a transaction.
    ///
    /// - Throws: `StorageError`; `CancellationError` if cancelled before `body` began; what
    ///   `body` throws. After an error nothing is written, but for `failed`: a restart tells.
    package func write<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let ticket = Mutex<GroupCommitter.Ticket?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let write = PendingWrite(
                    run: { db in
                        let value = try body(db)
                        return { continuation.resume(returning: value) }
                    },
                    refuse: { continuation.resume(throwing: $0) })
                let entered = writer.enter(write)
                ticket.withLock { $0 = entered }
                // The handler below may have run before there was a ticket to withdraw.
                if Task.isCancelled { writer.withdraw(entered) }
            }
        } onCancel: {
            writer.withdraw(ticket.withLock { $0 })
        }
    }

    /// Lets an observer see all that is written from now on.
    package func observe(_ observer: some TransactionObserver) {
        pool.add(transactionObserver: observer, extent: .databaseLifetime)
    }

    /// Finishes what waits, empties the journal and lets the file go. Blocks meanwhile. Later
    /// calls throw `closed`.
    ///
    /// - Throws: `StorageError`, if the journal could not be emptied: no write is lost thereby.
    package func close() throws {
        defer { lock.withLock { $0 = nil } }
        do {
            try writer.finish()
            try pool.close()
        } catch {
            throw StorageError(error) ?? error
        }
    }
}
