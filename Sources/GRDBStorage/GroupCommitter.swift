import GRDB
import Storage
import Synchronization

/// The writer: takes writes from any number of tasks, and commits together those that came
/// together. A lone one is committed at once, as there is no thread that first has to notice.
final class GroupCommitter: Sendable {
    typealias Ticket = CommitQueue<PendingWrite>.Ticket

    private struct State {
        var queue: CommitQueue<PendingWrite>
        /// Why every call is refused; `nil` while it is open.
        var refusal: StorageError?

        /// - Returns: whether this was the first refusal.
        mutating func refuse(_ error: StorageError) -> Bool {
            defer { refusal = refusal ?? error }
            return refusal == nil
        }
    }

    private let pool: DatabasePool
    private let journal: Journal
    private let state: Mutex<State>
    private let afterCommit: SQLiteStore.AfterCommit
    private let onFailure: @Sendable (StorageError) -> Void

    init(
        pool: DatabasePool, journal: Journal, queue: CommitQueue<PendingWrite>,
        afterCommit: @escaping SQLiteStore.AfterCommit,
        onFailure: @escaping @Sendable (StorageError) -> Void
    ) {
        self.pool = pool
        self.journal = journal
        self.afterCommit = afterCommit
        self.onFailure = onFailure
        state = Mutex(State(queue: queue))
    }

    /// - Throws: `StorageError.closed`, or the error that stopped it for good.
    func checkOpen() throws {
        if let refusal = state.withLock({ $0.refusal }) { throw refusal }
    }

    /// - Returns: the ticket of a write that waits; `nil` if it was refused.
    func enter(_ write: PendingWrite) -> Ticket? {
        let answer: Result<CommitQueue<PendingWrite>.Answer, StorageError> = state.withLock {
            if let refusal = $0.refusal { return .failure(refusal) }
            return .success($0.queue.enter(write))
        }
        switch answer {
        case .success(.lead(let ticket)):
            pool.asyncWriteWithoutTransaction { self.commitAll(on: $0) }
            return ticket
        case .success(.follow(let ticket)):
            return ticket
        case .success(.full):
            write.refuse(StorageError.overloaded)
        case .failure(let refusal):
            write.refuse(refusal)
        }
        return nil
    }

    func withdraw(_ ticket: Ticket?) {
        guard let ticket else { return }
        state.withLock { $0.queue.withdraw(ticket) }?.refuse(CancellationError())
    }

    /// Takes no more writes, commits those that wait, and empties the journal. Blocks meanwhile.
    func finish() throws {
        let wasOpen = state.withLock { $0.refuse(.closed) }
        try pool.writeWithoutTransaction { db in
            commitAll(on: db)
            if wasOpen { try db.checkpoint(.truncate) }
        }
    }

    /// Commits group after group until nobody waits.
    private func commitAll(on db: Database) {
        while true {
            let (group, refusal) = state.withLock { ($0.queue.take(), $0.refusal) }
            guard !group.isEmpty else { return }
            if let refusal, refusal.isFatal {
                for write in group { write.refuse(refusal) }
            } else {
                commit(group, on: db)
            }
        }
    }

    private func commit(_ group: [PendingWrite], on db: Database) {
        do {
            try checkpointIfDue(db, isIdle: false)
        } catch {
            // The journal is at its limit and cannot be emptied: it must not grow further.
            let isHeld = StorageError(error) == .lockedByAnother
            let reason = isHeld ? StorageError.overloaded : error
            for write in group { write.settle(.failure(reason)) }
            return stopIfFatal(error)
        }
        do {
            try db.commit(group, then: afterCommit)
            try checkpointIfDue(db, isIdle: state.withLock { $0.queue.isEmpty })
        } catch {
            stopIfFatal(error)
        }
    }

    private func checkpointIfDue(_ db: Database, isIdle: Bool) throws {
        try journal.checkpointIfDue(db, isIdle: isIdle) { pool.interrupt() }
    }

    private func stopIfFatal(_ error: any Error) {
        guard let error = StorageError(error), error.isFatal else { return }
        if state.withLock({ $0.refuse(error) }) { onFailure(error) }
    }
}
