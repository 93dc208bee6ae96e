@testable import RollcallRPC

extension Server {
    /// Closes every connection without GOAWAY, as a network failure would.
    func severConnections() {
        let connections = state.withLock { $0.connections }
        for connection in connections.values { connection.run { $0.transport.close() } }
    }
}
