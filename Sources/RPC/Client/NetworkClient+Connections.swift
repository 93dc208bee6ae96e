import NIOCore

extension NetworkClient {
    /// What changes in a client: the balancer, who waits for a connection, and what is under way for
    /// each subchannel.
    struct State: Sendable {
        var balancer: LoadBalancer<ConnectedClient>
        var waiters: [UInt64: Waiter] = [:]
        var lastWaiter: UInt64 = 0
        var work: [Work?]

        init(_ balancer: LoadBalancer<ConnectedClient>) {
            self.balancer = balancer
            self.work = Array(repeating: nil, count: balancer.subchannels.count)
        }
    }

    /// Somebody who waits for usable connections.
    struct Waiter: Sendable {
        let outcome = FirstOutcome<ConnectedClient>()
        /// How many there must be.
        let connections: Int
        let waitsForReady: Bool
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

    /// How the client stands to its servers.
    public var connectivity: ConnectivityState {
        state.withLock { $0.balancer.connectivity }
    }

    /// Opens connections before there are calls for them.
    ///
    /// - Parameters:
    ///   - connections: returns when there are so many; no more than the policy and
    ///     `connectionsPerEndpoint` allow count.
    ///   - waitsForReady: goes on trying until `timeout`, which otherwise only bounds one attempt.
    /// - Throws: `RPCError` (`unavailable`, `deadlineExceeded`).
    public func connect(
        connections: Int = 1, timeout: Duration? = nil, waitsForReady: Bool = false
    ) async throws {
        let count = state.withLock { min(connections, $0.balancer.capacity) }
        _ = try await wait(for: count, waitsForReady: waitsForReady, Patience(timeout))
    }

    /// Ends the connections and their calls, and takes no more.
    public func close() {
        let open = change { state in
            for work in state.work { work?.cancel() }
            state.work = state.work.map { _ in nil }
            return state.balancer.close()
        }
        for connection in open { connection.close() }
    }

    /// The usable connection whose turn it is, if there is one.
    func readyConnection() -> ConnectedClient? {
        state.withLock { state in
            guard !state.balancer.hasWanted else { return nil }
            return state.balancer.next()
        }
    }

    /// The connection for a call.
    ///
    /// - Throws: `RPCError`, not processed.
    func connection(
        _ options: CallOptions, _ patience: Patience
    ) async throws -> ConnectedClient {
        try await wait(for: 1, waitsForReady: options.waitsForReady, patience)
    }

    private func wait(
        for connections: Int, waitsForReady: Bool, _ patience: Patience
    ) async throws -> ConnectedClient {
        let waiter = Waiter(connections: connections, waitsForReady: waitsForReady)
        let entry = state.withLock { state in
            openWanted(&state)
            return state.enter(waiter, limit: configuration.maximumWaitingCalls)
        }
        switch entry {
        case .decided(let result): return try result.get()
        case .waiting(let id):
            defer { state.withLock { _ = $0.waiters.removeValue(forKey: id) } }
            return try await waiter.outcome.value(
                within: patience.remaining, on: connectors[0].eventLoop)
        }
    }

    /// Changes the state, opens the connections that somebody waits for, and tells those whose wait
    /// is over.
    private func change<Value>(_ body: (inout State) -> Value) -> Value {
        let (value, decided) = state.withLock { state in
            let value = body(&state)
            if !state.waiters.isEmpty { openWanted(&state) }
            return (value, state.decideWaiters())
        }
        for (outcome, result) in decided { outcome.decide(result) }
        return value
    }

    private func openWanted(_ state: inout State) {
        guard state.balancer.hasWanted else { return }
        for index in state.balancer.connectWanted() { state.work[index] = .task(open(index)) }
    }

    /// Opens a connection. The client is not kept alive by the attempt.
    private func open(_ index: Int) -> Task<Void, Never> {
        let connector = connector(of: index)
        return Task { [weak self] in
            do {
                let connection = try await connector.connect()
                guard let self else { return connection.close() }
                opened(connection, at: index)
            } catch {
                self?.failed(RPCError.wire(for: error), at: index)
            }
        }
    }

    private func connector(of index: Int) -> any Connector {
        connectors[index / max(1, configuration.connectionsPerEndpoint)]
    }
}

/// What becomes of the connections.
extension NetworkClient {
    private func opened(_ connection: ConnectedClient, at index: Int) {
        let isWanted = change { state in
            guard state.balancer.opened(connection, at: index) else { return false }
            state.work[index] = watchHealth(of: connection, at: index)
            return true
        }
        guard isWanted else { return connection.close() }
        connection.onGone { [weak self] in self?.lost(connection, at: index) }
    }

    private func failed(_ error: RPCError, at index: Int) {
        change { state in
            guard let failures = state.balancer.failed(error, at: index) else { return }
            let pause = TimeAmount(configuration.reconnectBackoff.pause(after: failures))
            let timer = connector(of: index).eventLoop.scheduleTask(in: pause) {
                [weak self] () -> Void in
                self?.backoffEnded(at: index)
            }
            state.work[index] = .pause(timer)
        }
    }

    private func backoffEnded(at index: Int) {
        change { state in
            state.work[index] = nil
            state.balancer.backoffEnded(at: index)
        }
    }

    /// The connection takes no new calls; those that run on it go on.
    private func lost(_ connection: ConnectedClient, at index: Int) {
        change { state in
            guard state.balancer.lost(connection, at: index) else { return }
            // A health check that goes on would keep the connection from being drained.
            state.work[index]?.cancel()
            state.work[index] = nil
        }
    }

    private func report(isHealthy: Bool, of connection: ConnectedClient, at index: Int) {
        change { $0.balancer.report(isHealthy: isHealthy, of: connection, at: index) }
    }

    private func watchHealth(of connection: ConnectedClient, at index: Int) -> Work? {
        guard policy == .roundRobin, let check = configuration.healthCheck else { return nil }
        let backoff = configuration.reconnectBackoff
        return .task(
            Task { [weak self] in
                await check.run(on: connection, pausing: backoff) { [weak self] isServing in
                    self?.report(isHealthy: isServing, of: connection, at: index)
                }
            })
    }
}

extension NetworkClient.State {
    fileprivate enum Entry {
        case decided(Result<ConnectedClient, RPCError>)
        case waiting(id: UInt64)
    }

    /// Gives somebody what there is, or lets them wait.
    fileprivate mutating func enter(_ waiter: NetworkClient.Waiter, limit: Int) -> Entry {
        if let result = result(for: waiter) { return .decided(result) }
        guard waiters.count < limit else { return .decided(.failure(.tooManyWaiting)) }
        lastWaiter += 1
        waiters[lastWaiter] = waiter
        return .waiting(id: lastWaiter)
    }

    /// - Returns: those whose wait is over, in the order in which they came.
    fileprivate mutating func decideWaiters() -> [(
        FirstOutcome<ConnectedClient>, Result<ConnectedClient, RPCError>
    )] {
        guard !waiters.isEmpty else { return [] }
        return waiters.sorted { $0.key < $1.key }.compactMap { id, waiter in
            guard let result = result(for: waiter) else { return nil }
            waiters[id] = nil
            return (waiter.outcome, result)
        }
    }

    /// Nil as long as there is reason to wait.
    private mutating func result(
        for waiter: NetworkClient.Waiter
    ) -> Result<ConnectedClient, RPCError>? {
        if balancer.usable.count >= waiter.connections, let connection = balancer.next() {
            return .success(connection)
        }
        if balancer.isClosed { return .failure(.closed) }
        return waiter.waitsForReady || balancer.isPending ? nil : .failure(balancer.failure)
    }
}

extension RPCError {
    fileprivate static let tooManyWaiting = RPCError(
        .resourceExhausted, "too many calls wait for a connection", wasNotProcessed: true)
    fileprivate static let closed = RPCError(
        .cancelled, "the client was closed", wasNotProcessed: true)
}
