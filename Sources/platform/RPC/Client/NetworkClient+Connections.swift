import NIOCore
import RollcallBasics

extension NetworkClient {
    /// The changing state of a client: the pool, the calls that wait for a connection, and the work
    /// for each subchannel.
    struct State: Sendable {
        var pool: ConnectionPool<ConnectedClient>
        var waiters: [UInt64: Waiter] = [:]
        var lastWaiter: UInt64 = 0
        var work: [Work?]

        init(_ pool: ConnectionPool<ConnectedClient>) {
            self.pool = pool
            self.work = Array(repeating: nil, count: pool.subchannels.count)
        }
    }

    /// A caller that waits for a usable connection.
    struct Waiter: Sendable {
        let continuation: CheckedContinuation<ConnectedClient, any Error>
        /// Ends the wait at its deadline.
        var timer: Scheduled<Void>?

        func decide(_ result: Result<ConnectedClient, RPCError>) {
            timer?.cancel()
            continuation.resume(with: result)
        }
    }

    /// A connection being opened, its health being watched, or the pause before the next attempt.
    enum Work: Sendable {
        case task(Task<Void, Never>)
        case pause(Scheduled<Void>)

        func cancel() {
            switch self {
            case .task(let task): task.cancel()
            case .pause(let timer): timer.cancel()
            }
        }
    }

    /// Opens connections before there are calls for them. Returns once one is usable.
    ///
    /// - Parameter timeout: bounds the attempt.
    /// - Throws: `RPCError` (`unavailable`, `deadlineExceeded`).
    public func connect(timeout: Duration? = nil) async throws {
        _ = try await wait(CallDeadline(timeout))
    }

    /// Closes the connections, which ends their calls, and opens no more.
    public func close() {
        let open = change { state in
            for work in state.work { work?.cancel() }
            state.work = state.work.map { _ in nil }
            return state.pool.close()
        }
        for connection in open { connection.close() }
    }

    /// The next usable connection in turn, if there is one.
    func readyConnection() -> ConnectedClient? {
        state.withLock { state in
            guard !state.pool.hasWanted else { return nil }
            return state.pool.next()
        }
    }

    /// The connection for a call.
    ///
    /// - Parameter options: the timeout is reduced by the time waited.
    /// - Throws: `RPCError`, marked as not processed and as without a connection.
    func connection(for options: inout CallOptions) async throws -> ConnectedClient {
        if let connection = readyConnection() { return connection }
        return try await openedConnection(for: &options)
    }

    /// As `connection(for:)`, when none is ready.
    func openedConnection(for options: inout CallOptions) async throws -> ConnectedClient {
        let deadline = CallDeadline(options.timeout)
        do {
            let connection = try await wait(deadline)
            options = deadline.shortened(options)
            return connection
        } catch var error as RPCError {
            error.hadNoConnection = true
            throw error
        }
    }

    private func wait(_ deadline: CallDeadline) async throws -> ConnectedClient {
        try await waitInLine { continuation in
            let waiter = Waiter(continuation: continuation)
            let (decided, id) = state.withLock { state in
                openWanted(&state)
                let decided = state.enter(waiter, limit: configuration.maximumWaitingCalls)
                let id = state.lastWaiter
                if decided == nil, let timeout = deadline.remaining {
                    state.waiters[id]?.timer = giveUp(id, after: timeout)
                }
                return (decided, id)
            }
            guard let decided else { return id }
            waiter.decide(decided)
            return nil
        } withdraw: { [weak self] id in
            self?.giveUp(id, RPCError(.cancelled, "the call was cancelled"))
        }
    }

    private func giveUp(_ id: UInt64, after timeout: Duration) -> Scheduled<Void> {
        connectors[0].eventLoop.scheduleTask(in: TimeAmount(timeout)) { [weak self] in
            self?.giveUp(id, .deadlineExceeded())
        }
    }

    private func giveUp(_ id: UInt64, _ error: RPCError) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?.decide(.failure(error.notProcessed))
    }

    /// Changes the state, opens connections that callers wait for, and resumes callers whose wait
    /// is over.
    private func change<Value>(_ body: (inout State) -> Value) -> Value {
        let (value, decided) = state.withLock { state in
            let value = body(&state)
            if !state.waiters.isEmpty { openWanted(&state) }
            return (value, state.decideWaiters())
        }
        for (waiter, result) in decided { waiter.decide(result) }
        return value
    }

    private func openWanted(_ state: inout State) {
        guard state.pool.hasWanted else { return }
        for index in state.pool.connectWanted() { state.work[index] = .task(open(index)) }
    }

    /// Opens a connection. The attempt does not keep the client alive, and neither it nor what the
    /// connection does later is a part of the call that needs it first.
    private func open(_ index: Int) -> Task<Void, Never> {
        let connector = connectors[index]
        return TraceSpan.$current.withValue(nil) {
            Task { [weak self] in
                do {
                    let connection = try await connector.connect()
                    guard let self else { return connection.close() }
                    opened(connection, at: index)
                } catch {
                    self?.failed(RPCError.wire(for: error), at: index)
                }
            }
        }
    }
}

/// Events of connections.
extension NetworkClient {
    private func opened(_ connection: ConnectedClient, at index: Int) {
        let isWanted = change { state in
            guard state.pool.opened(connection, at: index) else { return false }
            state.work[index] = watchHealth(of: connection, at: index)
            return true
        }
        guard isWanted else { return connection.close() }
        connection.onGone { [weak self] in self?.lost(connection, at: index) }
    }

    private func failed(_ error: RPCError, at index: Int) {
        change { state in
            guard let failures = state.pool.failed(error, at: index) else { return }
            let pause = TimeAmount(configuration.reconnectBackoff.pause(after: failures))
            let timer = connectors[index].eventLoop.scheduleTask(in: pause) {
                [weak self] () -> Void in
                self?.backoffEnded(at: index)
            }
            state.work[index] = .pause(timer)
        }
    }

    private func backoffEnded(at index: Int) {
        change { state in
            state.work[index] = nil
            state.pool.backoffEnded(at: index)
        }
    }

    /// Removes a connection from new calls. Its running calls go on.
    private func lost(_ connection: ConnectedClient, at index: Int) {
        change { state in
            guard state.pool.lost(connection, at: index) else { return }
            // A health check that continues would keep the connection from being drained.
            state.work[index]?.cancel()
            state.work[index] = nil
        }
    }

    private func report(isHealthy: Bool, of connection: ConnectedClient, at index: Int) {
        change { $0.pool.report(isHealthy: isHealthy, of: connection, at: index) }
    }

    private func watchHealth(of connection: ConnectedClient, at index: Int) -> Work? {
        guard watchesHealth else { return nil }
        let backoff = configuration.reconnectBackoff
        return .task(
            Task { [weak self] in
                await HealthServiceClient(connection).watch(pausing: backoff) { isServing in
                    self?.report(isHealthy: isServing, of: connection, at: index)
                }
            })
    }
}

extension NetworkClient.State {
    /// Decides a caller's wait immediately if possible, or lets it wait.
    ///
    /// - Returns: nil for one who waits, as `lastWaiter`.
    fileprivate mutating func enter(
        _ waiter: NetworkClient.Waiter, limit: Int
    ) -> Result<ConnectedClient, RPCError>? {
        if let result = result() { return result }
        guard waiters.count < limit else { return .failure(.tooManyWaiting) }
        lastWaiter += 1
        waiters[lastWaiter] = waiter
        return nil
    }

    /// - Returns: the callers whose wait is over, in order of arrival.
    fileprivate mutating func decideWaiters() -> [(
        NetworkClient.Waiter, Result<ConnectedClient, RPCError>
    )] {
        let decided = waiters.sorted { $0.key < $1.key }.compactMap { _, waiter in
            result().map { (waiter, $0) }
        }
        // They all wait for the same.
        if !decided.isEmpty { waiters.removeAll() }
        return decided
    }

    /// Nil while there is reason to wait.
    private mutating func result() -> Result<ConnectedClient, RPCError>? {
        if let connection = pool.next() { return .success(connection) }
        if pool.isClosed { return .failure(.closed) }
        return pool.isPending ? nil : .failure(pool.failure)
    }
}

extension RPCError {
    fileprivate static let tooManyWaiting = RPCError(
        .resourceExhausted, "too many calls wait for a connection", wasNotProcessed: true)
    fileprivate static let closed = RPCError(
        .cancelled, "the client was closed", wasNotProcessed: true)
}
