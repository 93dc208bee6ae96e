import CSQLite
import Dispatch
import Synchronization

/// The writer. It takes writes from any number of tasks, and commits those that arrive together in one
/// transaction.
final class GroupCommitter: Sendable {
    private struct State {
        var queue: BatchQueue<PendingWrite>
        /// Why every call is refused; `nil` while the writer is open.
        var refusal: StorageError?

        /// - Returns: whether this was the first refusal.
        mutating func refuse(_ error: StorageError) -> Bool {
            defer { refusal = refusal ?? error }
            return refusal == nil
        }
    }

    /// Used only on `thread`.
    private let connection: SQLiteConnection
    private let thread = DispatchQueue(label: "rollcall.storage.writer")
    private let journal: Journal
    private let state: Mutex<State>
    private let deliver: AnyDelivery
    private let readers: SQLiteReaders
    private let onFailure: @Sendable (StorageError) -> Void

    init(
        _ connection: SQLiteConnection, readers: SQLiteReaders, _ configuration: StoreConfiguration,
        deliver: @escaping AnyDelivery, onFailure: @escaping @Sendable (StorageError) -> Void
    ) {
        self.connection = connection
        self.deliver = deliver
        self.readers = readers
        self.onFailure = onFailure
        journal = Journal(of: connection)
        let queue = BatchQueue<PendingWrite>(
            capacity: configuration.queueLimit, batchLimit: configuration.groupLimit,
            targetWait: configuration.writeTargetWait)
        state = Mutex(State(queue: queue))
    }

    /// Why reads and writes are refused; `nil` while the writer is open.
    var refusal: StorageError? { state.withLock { $0.refusal } }

    func enter(_ write: PendingWrite) -> Ticket? {
        let answer = state.withLock { state in
            state.refusal.map { .refused($0) } ?? state.queue.enter(write, at: .now)
        }
        return answer.settle(call: { thread.async { self.commitAll() } }, refuse: write.refuse)
    }

    func withdraw(_ ticket: Ticket) {
        state.withLock { $0.queue.withdraw(ticket) }?.refuse(CancellationError())
    }

    /// Copies the journal into the file and empties it, between two commits.
    ///
    /// - Throws: `StorageError`; `overloaded` if a reader still holds it.
    func emptyJournal() async throws {
        try await withCheckedThrowingContinuation { continuation in
            thread.async { continuation.resume(with: Result { try self.emptyJournalNow() }) }
        }
    }

    private func emptyJournalNow() throws {
        if let refusal { throw refusal }
        readers.beginWrite()
        defer { readers.endWrite() }
        do {
            try journal.empty(connection) { readers.interrupt() }
        } catch StorageError.lockedByAnother {
            throw StorageError.overloaded
        } catch {
            stopIfFatal(error)
            throw error
        }
    }

    /// Accepts no more writes, commits those that wait, empties the journal, and closes the file. Blocks
    /// until then.
    func close() throws {
        let wasOpen = state.withLock { $0.refuse(.closed) }
        try thread.sync {
            commitAll()
            guard wasOpen else { return }
            defer { connection.close() }
            try connection.checkpoint(.truncate)
        }
    }

    /// Commits groups until no write waits.
    private func commitAll() {
        while true {
            let (next, refusal) = state.withLock { ($0.queue.take(at: .now), $0.refusal) }
            for write in next.late { write.refuse(StorageError.overloaded) }
            guard !next.batch.isEmpty else { return }
            if let refusal, refusal.isFatal {
                for write in next.batch { write.refuse(refusal) }
            } else {
                commit(next.batch)
            }
        }
    }

    private func commit(_ group: [PendingWrite]) {
        readers.beginWrite()
        defer { readers.endWrite() }
        do {
            try checkpointIfDue(isIdle: false)
        } catch {
            // The journal has reached its limit and cannot be emptied. It must not grow further.
            let isHeld = error as? StorageError == .lockedByAnother
            let reason = isHeld ? StorageError.overloaded : error
            for write in group { write.refuse(reason) }
            return stopIfFatal(error)
        }
        do {
            try connection.commit(group, then: deliver)
            try checkpointIfDue(isIdle: state.withLock { $0.queue.isEmpty })
        } catch {
            stopIfFatal(error)
        }
    }

    private func checkpointIfDue(isIdle: Bool) throws {
        try journal.checkpointIfDue(connection, isIdle: isIdle) { readers.interrupt() }
    }

    private func stopIfFatal(_ error: any Error) {
        guard let error = error as? StorageError, error.isFatal else { return }
        if state.withLock({ $0.refuse(error) }) { onFailure(error) }
    }
}
