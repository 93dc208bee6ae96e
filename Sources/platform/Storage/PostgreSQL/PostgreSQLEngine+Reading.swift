import NIOPosix
import RollcallBasics

extension PostgreSQLEngine {
    /// A server always needs waiting.
    func readAtOnce(isOne: Bool, _ body: (any Connection) throws -> Void) -> Bool { false }

    func first<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> Output? {
        try await waitInLine { continuation in
            enter(PendingRead(query, repeat each parameters, for: continuation))
        } withdraw: {
            self.withdrawRead($0)
        }
    }

    private func enter(_ read: PendingRead) -> Ticket? {
        let answer = state.withLock { state in
            state.refusal.map { .refused($0) } ?? state.rowReads.enter(read, at: .now)
        }
        return answer.settle(call: callThreadSoon, refuse: read.refuse)
    }

    /// Calls a thread in the event loop's next turn, after all received calls have begun: their
    /// reads then go in one batch. A thread that is called at once for the first read would find
    /// only that one, and the next thread the second.
    private func callThreadSoon() {
        guard let loop = MultiThreadedEventLoopGroup.currentEventLoop else { return callThread() }
        loop.execute { self.callThread() }
    }

    private func withdrawRead(_ ticket: Ticket) {
        state.withLock { $0.rowReads.withdraw(ticket) }?.refuse(CancellationError())
    }

    /// Lets the next thread take a batch, with a connection of its own.
    private func callThread() {
        threads.submit { state in
            let (reads, late) = self.state.withLock { $0.rowReads.take(at: .now) }
            for read in late { read.refuse(self.lateness) }
            guard case .active = state else {
                for read in reads { read.refuse(StorageError.closed) }
                return
            }
            self.settle(reads)
        }
    }

    private func settle(_ reads: [PendingRead]) {
        // The batch is empty if its reads were cancelled before.
        guard !reads.isEmpty else { return }
        do {
            // Without the time that it takes to connect.
            let (left, duration) = try connections.withConnection { connection in
                let start = ContinuousClock.now
                return (connection.settle(reads), ContinuousClock.now - start)
            }
            noteBatch(reads.count, took: duration)
            for read in left { settleAlone(read) }
        } catch {
            for read in reads { read.refuse(error) }
        }
    }

    private func noteBatch(_ count: Int, took duration: Duration) {
        let missing = state.withLock { state in
            state.rowReads.setBatchLimit(
                ReadBatchSize.next(after: state.rowReads.batchLimit, count, took: duration))
        }
        for _ in 0..<missing { callThread() }
    }

    /// Runs one read that came after a failed one. It runs alone, on any free thread, so that it
    /// waits for no other read again.
    private func settleAlone(_ read: PendingRead) {
        threads.submit { [connections] state in
            guard case .active = state else { return read.refuse(StorageError.closed) }
            do {
                try connections.withConnection { read.settleOn($0) }
            } catch {
                read.refuse(error)
            }
        }
    }

    func read<T: Sendable>(
        isOne: Bool, _ body: @escaping @Sendable (any Connection) throws -> T
    ) async throws -> T {
        let arrival = ContinuousClock.now
        try state.withLock { state in
            if let refusal = state.refusal { throw refusal }
            guard state.reads < readLimit else { throw lateness }
            state.reads += 1
        }
        defer { state.withLock { $0.reads -= 1 } }
        do {
            return try await threads.runIfActive { [connections] in
                guard !self.state.withLock({ $0.readWaitLimit.refuses(arrival, at: .now) })
                else { throw self.lateness }
                return try connections.withConnection { try $0.snapshot(isOne: isOne, body) }
            }
        } catch is SerializationConflict {
            throw StorageError.overloaded
        } catch let error as CancellationError {
            // The threads cancel their waiting work when they end.
            throw Task.isCancelled ? error : StorageError.closed
        }
    }
}
