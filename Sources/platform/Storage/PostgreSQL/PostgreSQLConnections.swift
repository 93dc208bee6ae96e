import Synchronization

/// The connections to a server: as many as threads use them at a time, made when they are needed,
/// and kept.
final class PostgreSQLConnections: Sendable {
    private struct State {
        /// The last to come back is the first to be used: a server that is little used keeps few
        /// busy.
        var idle: [PostgreSQLConnection] = []
        var reachability = Reachability()
        /// How often a connection was lost, or the server has changed.
        var losses = 0
        var isOpen = true
        /// The latest position of a server that was used.
        var position: ServerPosition?
        /// Which server was refused, while another one is used.
        var refused: String?
        var isReadOnly = false
        var nextProbe = ContinuousClock.now
    }

    /// Between two probes while the server answers.
    private static let probePause = Duration.seconds(2)

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

    /// What is wrong with the server; `nil` as far as that is known.
    var trouble: StorageError? {
        state.withLock { state in
            state.reachability.trouble ?? state.refused.map(StorageError.impaired)
                ?? (state.isReadOnly ? .impaired("the server takes no writes; reads go on") : nil)
        }
    }

    /// Whether it is time to ask the server. If it does not answer, `Reachability` says when.
    var wantsProbe: Bool {
        state.withLock { state in
            let now = ContinuousClock.now
            guard state.isOpen, state.reachability.mayTry(at: now) else { return false }
            guard state.reachability.trouble == nil else { return true }
            guard now >= state.nextProbe else { return false }
            state.nextProbe = now + Self.probePause
            return true
        }
    }

    /// Asks the server whether it answers. Connects if something was wrong: that may have changed.
    func probe() {
        if trouble == nil {
            try? withConnection { try $0.ping() }
        } else if let connection = try? connect() {
            release(connection)
        }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

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
        let position = try state.withLock { state in
            try state.reachability.begin(at: ContinuousClock.now)
            return state.position
        }
        do {
            let connection = try connect(notBehind: position)
            state.withLock { $0.reachability.succeed() }
            return connection
        } catch {
            let reason = error as? StorageError ?? .unavailable("\(error)")
            state.withLock { $0.reachability.fail(reason, at: ContinuousClock.now) }
            throw reason
        }
    }

    /// Connects to the first host that is not behind `position`. libpq only knows whether a host
    /// takes writes, and a former primary that comes back does.
    private func connect(notBehind position: ServerPosition?) throws -> PostgreSQLConnection {
        var refused: String?
        for parameters in [parameters] + parameters.ofEachHost {
            let connection: PostgreSQLConnection
            do {
                connection = try PostgreSQLConnection(parameters)
            } catch {
                // After a refusal, that is the reason why there is no connection.
                if refused == nil { throw error }
                continue
            }
            let now = connection.position
            // A server that does not say how far it is cannot be told from a former primary.
            let isBehind = position.map { now?.isBehind($0) ?? true } ?? false
            if !isBehind, use(connection, at: now, refused) { return connection }
            refused = """
                the server \(connection.server) is refused, as a later one was used before: it is a \
                former primary, or a restored copy; stop it, or restart this service to accept it
                """
        }
        throw StorageError.unavailable(refused ?? "no host is named")
    }

    /// - Parameter refused: which server was refused before.
    /// - Returns: false if a later server has been used meanwhile.
    private func use(
        _ connection: PostgreSQLConnection, at now: ServerPosition?, _ refused: String?
    ) -> Bool {
        var dropped: [PostgreSQLConnection] = []
        return state.withLock { state in
            if let now, let position = state.position, now.timeline != position.timeline {
                guard now.timeline > position.timeline else { return false }
                // The others are of the server that was used before.
                swap(&state.idle, &dropped)
                state.losses += 1
            }
            connection.losses = state.losses
            if let now, state.position.map({ !now.isBehind($0) }) ?? true { state.position = now }
            (state.refused, state.isReadOnly) = (refused, connection.isReadOnly)
            return true
        }
    }

    private func release(_ connection: PostgreSQLConnection) {
        // Those that are dropped here take leave outside of the lock.
        var dropped: [PostgreSQLConnection] = []
        state.withLock { state in
            if connection.loss == nil { state.isReadOnly = connection.isReadOnly }
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
