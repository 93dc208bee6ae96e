import Synchronization

/// The connections to a server: as many as threads use them at a time, made when they are needed,
/// and kept.
final class PostgreSQLConnections: Sendable {
    private struct State {
        /// The last to come back is the first to be used: a server that is little used keeps few
        /// busy.
        var idle: [PostgreSQLConnection] = []
        var reachability = Reachability()
        /// How often a connection was lost.
        var losses = 0
        var isOpen = true
    }

    private let parameters: PostgreSQLParameters
    /// The most that are kept.
    private let limit: Int
    private let state = Mutex(State())

    init(_ parameters: PostgreSQLParameters, limit: Int) {
        self.parameters = parameters
        self.limit = limit
    }

    /// Runs a body with a connection that nobody else has meanwhile.
    ///
    /// - Throws: `StorageError.unavailable` if none can be made; `closed`; what the body throws.
    func withConnection<T>(_ body: (PostgreSQLConnection) throws -> T) throws -> T {
        let connection = try take()
        defer { release(connection) }
        return try body(connection)
    }

    /// Why the server does not answer; `nil` as far as that is known.
    var trouble: StorageError? { state.withLock { $0.reachability.trouble } }

    /// Whether the server was away, and it is time to try again.
    var wantsProbe: Bool {
        state.withLock {
            $0.isOpen && $0.reachability.trouble != nil
                && $0.reachability.mayTry(at: ContinuousClock.now)
        }
    }

    /// Connects, to see whether the server is back.
    func probe() {
        if let connection = try? connect() { release(connection) }
    }

    func close() {
        let idle = state.withLock { state in
            state.isOpen = false
            defer { state.idle = [] }
            return state.idle
        }
        // Each takes leave of the server as it goes.
        _ = consume idle
    }

    private func take() throws -> PostgreSQLConnection {
        while let connection = try nextIdle() {
            if connection.isQuiet { return connection }
        }
        return try connect()
    }

    private func nextIdle() throws -> PostgreSQLConnection? {
        try state.withLock { state in
            guard state.isOpen else { throw StorageError.closed }
            return state.idle.popLast()
        }
    }

    private func connect() throws -> PostgreSQLConnection {
        let losses = try state.withLock { state in
            try state.reachability.begin(at: ContinuousClock.now)
            return state.losses
        }
        do {
            let connection = try PostgreSQLConnection(parameters, losses: losses)
            state.withLock { $0.reachability.succeed() }
            return connection
        } catch {
            let reason = error as? StorageError ?? .unavailable("\(error)")
            state.withLock { $0.reachability.fail(reason, at: ContinuousClock.now) }
            throw reason
        }
    }

    private func release(_ connection: PostgreSQLConnection) {
        // Those that are dropped here take leave outside of the lock.
        var dropped: [PostgreSQLConnection] = []
        state.withLock { state in
            if let loss = connection.loss {
                // The others are of the same server, and as old: those in use are not kept either.
                swap(&state.idle, &dropped)
                state.losses += 1
                state.reachability.lose(loss)
            } else if state.isOpen, connection.losses == state.losses, state.idle.count < limit {
                state.idle.append(connection)
            }
        }
    }
}
