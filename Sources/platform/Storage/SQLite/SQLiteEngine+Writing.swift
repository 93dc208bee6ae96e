import Dispatch

/// Takes writes from any number of tasks, and commits those that arrive together in one
/// transaction.
extension SQLiteEngine {
    func enter(_ write: PendingWrite) -> Ticket? {
        let answer = state.withLock { state in
            state.refusal.map { .refused($0) } ?? state.writes.enter(write, at: .now)
        }
        return answer.settle(call: { thread.async { self.commitAll() } }, refuse: write.refuse)
    }

    func withdraw(_ ticket: Ticket) {
        state.withLock { $0.writes.withdraw(ticket) }?.refuse(CancellationError())
    }

    /// Copies the journal into the file and empties it, between two commits.
    ///
    /// - Throws: `StorageError`; `overloaded` if a reader still holds it.
    func emptyJournal() async throws {
        try await withCheckedThrowingContinuation { continuation in
            thread.async { continuation.resume(with: Result { try self.emptyJournalNow() }) }
        }
    }

    /// Does nothing: only this process writes.
    func onNotification(_ body: @escaping @Sendable () -> Void) {}

    private func emptyJournalNow() throws {
        if let trouble { throw trouble }
        warm.beginWrite()
        defer { warm.endWrite() }
        do {
            try journal.empty(writer) { waiting.interrupt() }
        } catch StorageError.lockedByAnother {
            throw StorageError.overloaded
        } catch {
            stopIfFatal(error)
            throw error
        }
    }

    /// Accepts no more writes, commits those that wait, empties the journal, and closes the file.
    /// Blocks until then.
    func closeWriter() throws {
        let wasOpen = state.withLock { $0.refuse(.closed) }
        try thread.sync {
            commitAll()
            guard wasOpen else { return }
            defer { writer.close() }
            try writer.checkpoint(.truncate)
        }
    }

    /// Commits groups until no write waits.
    private func commitAll() {
        while true {
            let (next, refusal) = state.withLock { ($0.writes.take(at: .now), $0.refusal) }
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
        warm.beginWrite()
        defer { warm.endWrite() }
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
            try writer.commit(group, then: delivery)
            try checkpointIfDue(isIdle: state.withLock { $0.writes.isEmpty })
        } catch {
            stopIfFatal(error)
        }
    }

    private func checkpointIfDue(isIdle: Bool) throws {
        try journal.checkpointIfDue(writer, isIdle: isIdle) { waiting.interrupt() }
    }

    private func stopIfFatal(_ error: any Error) {
        guard let error = error as? StorageError, error.isFatal else { return }
        if state.withLock({ $0.refuse(error) }) { onFailure(error) }
    }
}
