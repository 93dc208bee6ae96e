extension PostgreSQLEngine {
    func enter(_ write: PendingWrite) -> Ticket? {
        unsettled.enter()
        let inTurn = write.isInTurn
        let answer = state.withLock { state in
            state.refusal.map { .refused($0) }
                ?? state[keyPath: Self.line(inTurn)].enter(write, at: .now)
        }
        let threads = inTurn ? turnThreads : threads
        return answer.settle(call: { threads.submit { _ in self.settleNext(inTurn: inTurn) } }) {
            refuse(write, $0)
        }
    }

    private static func line(_ inTurn: Bool) -> WritableKeyPath<State, BatchQueue<PendingWrite>> {
        inTurn ? \.turns : \.writes
    }

    func withdraw(_ ticket: Ticket) {
        let write = state.withLock { $0.writes.withdraw(ticket) ?? $0.turns.withdraw(ticket) }
        guard let write else { return }
        refuse(write, CancellationError())
    }

    private func refuse(_ write: PendingWrite, _ error: any Error) {
        write.refuse(error)
        unsettled.leave()
    }

    /// Runs the next write, if one waits, and answers its caller.
    private func settleNext(inTurn: Bool) {
        let (next, refusal) = state.withLock {
            ($0[keyPath: Self.line(inTurn)].take(at: .now), $0.refusal)
        }
        for write in next.late { refuse(write, lateness) }
        guard let write = next.batch.first else { return }
        do {
            if let refusal, refusal.isFatal { throw refusal }
            let (success, turn) = try conflicts.retrying { try commit(write) }
            if let turn { order.use(turn) { delivery(success.events) } }
            success.answer()
            unsettled.leave()
        } catch {
            refuse(write, error)
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
                try $0.transaction(inTurn: write.isInTurn, write.run) {
                    if !$0.events.isEmpty { turn = order.next() }
                }
            }
            return (success, turn)
        } catch {
            if let turn { order.use(turn) {} }
            throw error
        }
    }
}
