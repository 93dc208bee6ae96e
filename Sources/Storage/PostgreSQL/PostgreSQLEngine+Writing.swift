extension PostgreSQLEngine {
    func enter(_ write: PendingWrite) -> Ticket? {
        let answer: Result<Ticket, StorageError> = state.withLock { state in
            if let refusal = state.refusal { return .failure(refusal) }
            guard state.writes.count < writeLimit else { return .failure(.overloaded) }
            state.lastNumber += 1
            let ticket = Ticket(number: state.lastNumber)
            state.writes[ticket] = write
            unsettled.enter()
            return .success(ticket)
        }
        switch answer {
        case .success(let ticket):
            threads.submit { _ in self.settle(ticket) }
            return ticket
        case .failure(let refusal):
            write.refuse(refusal)
            return nil
        }
    }

    func withdraw(_ ticket: Ticket) {
        guard let write = state.withLock({ $0.writes.removeValue(forKey: ticket) }) else { return }
        write.refuse(CancellationError())
        unsettled.leave()
    }

    /// Runs a write, if it was not withdrawn, and answers its caller.
    private func settle(_ ticket: Ticket) {
        let (write, refusal) = state.withLock {
            ($0.writes.removeValue(forKey: ticket), $0.refusal)
        }
        guard let write else { return }
        defer { unsettled.leave() }
        do {
            if let refusal, refusal.isFatal { throw refusal }
            let (success, turn) = try conflicts.retrying { try commit(write) }
            if let turn { try order.use(turn) { try deliver(success) } }
            success.answer()
        } catch {
            write.refuse(error)
        }
    }

    /// Runs a write in a transaction of its own.
    ///
    /// - Returns: the events of the write and their turn; no turn if there are no events.
    private func commit(
        _ write: PendingWrite
    ) throws -> (PendingWrite.Success, CommitOrder.Turn?) {
        var turn: CommitOrder.Turn?
        do {
            let success = try connections.withConnection {
                try $0.transaction(write.run) { if !$0.events.isEmpty { turn = order.next() } }
            }
            return (success, turn)
        } catch {
            if let turn { order.use(turn) {} }
            throw error
        }
    }

    /// The commit stands. If the delivery fails, the caller must not learn of it.
    private func deliver(_ success: PendingWrite.Success) throws {
        do {
            try delivery(success.events)
        } catch {
            let reason = StorageError.failed("after a commit: \(error)")
            let isFirst = state.withLock { state in
                defer { state.refusal = state.refusal ?? reason }
                return state.refusal == nil
            }
            if isFirst { onFailure(reason) }
            throw reason
        }
    }
}
