/// Why a client could not open a connection. It stays on the client's side: a server never sends
/// it.
public struct ConnectionFailure: Sendable, Equatable {
    public enum Cause: Sendable, Equatable {
        /// The process may not open the unix socket. With the group that may, if one may.
        case noPermission(group: String?)
        /// A `tls:` endpoint answers without TLS.
        case notTLS
        /// The other side speaks TLS, and the two sides do not accept each other.
        case tlsRefused
        /// The other side accepted the connection and closed it before its HELLO, as a server with
        /// TLS does to a client without.
        case closedBeforeHello
        /// The other side answers, but not in Rollcall's protocol.
        case otherProtocol
        /// What the system says: nobody listens, no such host, and the like.
        case unreachable
    }

    public let endpoint: Endpoint
    public let cause: Cause
    /// The end of a sentence, for people.
    public let reason: String

    public init(endpoint: Endpoint, cause: Cause, reason: String) {
        self.endpoint = endpoint
        self.cause = cause
        self.reason = reason
    }
}

extension RPCError {
    init(_ failure: ConnectionFailure) {
        self.init(
            .unavailable, "could not connect to \(failure.endpoint): \(failure.reason)",
            wasNotProcessed: true)
        connectionFailure = failure
    }
}
