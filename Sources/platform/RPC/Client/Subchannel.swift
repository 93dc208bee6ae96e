/// One connection that a client keeps to an endpoint, or tries to keep, as a value:
///
///     idle ── connect ──▶ connecting ── opened ──▶ ready ── lost ──▶ idle
///                              └─── failed ──▶ transientFailure ── backoffEnded ──▶ idle
///
/// A late event that does not fit the state is ignored.
struct Subchannel<Connection: Equatable & Sendable>: Sendable {
    enum State: Sendable {
        case idle
        case connecting
        /// `isHealthy` is nil until the server has reported its health for the first time.
        case ready(Connection, isHealthy: Bool?)
        case transientFailure(RPCError)
    }

    private(set) var state = State.idle
    /// The failed attempts since the last success.
    private var failures = 0

    /// - Returns: whether to open a connection now.
    mutating func connect() -> Bool {
        guard case .idle = state else { return false }
        state = .connecting
        return true
    }

    /// The peer has said HELLO.
    ///
    /// - Returns: whether the connection is wanted.
    mutating func opened(_ connection: Connection, isHealthy: Bool?) -> Bool {
        guard case .connecting = state else { return false }
        failures = 0
        state = .ready(connection, isHealthy: isHealthy)
        return true
    }

    /// - Returns: the number of failures in a row, for the length of the pause.
    mutating func failed(_ error: RPCError) -> Int? {
        guard case .connecting = state else { return nil }
        failures += 1
        state = .transientFailure(error)
        return failures
    }

    mutating func backoffEnded() {
        guard case .transientFailure = state else { return }
        state = .idle
    }

    /// The connection takes no new calls.
    ///
    /// - Returns: whether it was this connection.
    mutating func lost(_ connection: Connection) -> Bool {
        guard case .ready(connection, _) = state else { return false }
        state = .idle
        return true
    }

    mutating func report(isHealthy: Bool, of connection: Connection) {
        guard case .ready(connection, _) = state else { return }
        state = .ready(connection, isHealthy: isHealthy)
    }
}

extension Subchannel {
    var isIdle: Bool {
        if case .idle = state { true } else { false }
    }

    /// The connection, whether or not it is healthy.
    var connection: Connection? {
        if case .ready(let connection, _) = state { connection } else { nil }
    }

    /// The connection, if calls may be sent on it.
    var usable: Connection? {
        if case .ready(let connection, isHealthy: true) = state { connection } else { nil }
    }

    /// Whether the connection may become usable soon.
    var isPending: Bool {
        switch state {
        case .connecting, .ready(_, isHealthy: nil): true
        case .idle, .ready, .transientFailure: false
        }
    }

    /// Whether it is not known yet if the server can be reached and serves.
    var isUndecided: Bool {
        switch state {
        case .idle, .connecting: failures == 0
        case .ready(_, let isHealthy): isHealthy == nil
        case .transientFailure: false
        }
    }

    /// Why calls cannot be sent; nil while that is unknown.
    var failure: RPCError? {
        switch state {
        case .transientFailure(let error): error
        case .idle, .connecting, .ready: nil
        }
    }
}
