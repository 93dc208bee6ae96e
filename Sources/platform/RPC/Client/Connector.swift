import NIOCore

/// Opens connections to one endpoint.
package protocol Connector: Sendable {
    /// Where timers run.
    var eventLoop: any EventLoop { get }

    /// - Returns: a connection whose peer has said HELLO.
    /// - Throws: `RPCError` (`unavailable`, not processed).
    func connect() async throws -> ConnectedClient
}
