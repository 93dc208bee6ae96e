/// The limits of a server, and what it needs to know of its surroundings.
public struct ServerConfiguration: Sendable {
    public var connection = ConnectionConfiguration.ofServer
    /// Connections open at once, over all endpoints. One more is closed immediately.
    public var maximumConnections = 10_000
    /// Connections from one IPv4 address, or from one /64 of IPv6. One more is closed immediately. Nil for
    /// a peer's share (`peerShare`) of `maximumConnections`. Services, trusted proxies and the operator's
    /// unix sockets do not count.
    ///
    /// An account has the same share over all its addresses. With one more, its oldest connection is closed
    /// at the address where it has most.
    ///
    /// Connections without a verified token may be half of all (`strangersShare`). With one more, the
    /// oldest is closed of the address that has most of them.
    public var maximumConnectionsPerAddress: Int?
    /// Connections before the client's HELLO, which over TLS comes after the handshake. With one more, the
    /// oldest is closed of the address that has most of them. An address has a peer's share of them. With
    /// one more, its own oldest is closed. So opening many does not keep others out.
    public var maximumOpeningConnections = 1_000
    /// The proxies whose word the server takes for whom they call.
    public var proxies = TrustedProxies()
    /// Time for a TLS handshake. Then the connection is closed.
    public var handshakeTimeout = Duration.seconds(10)
    /// When calls are refused so that others are answered in time.
    public var admission = AdmissionConfiguration()
    /// What the server's own refusals carry for programs, such as those under overload.
    public var details = AnswerDetails.none
    /// How long a drain waits for running calls before it ends them with `unavailable`.
    public var drainGrace = Duration.seconds(10)

    public init() {}
}

/// Why a server does not start.
public enum ServerError: Error, Sendable, Equatable {
    /// The RPC needs to know its caller, and the server has no way to find out.
    case noAuthenticator(method: String)
    /// Another process listens on the endpoint.
    case endpointTaken(Endpoint)
    /// The endpoint is one for TLS, and there is nothing to show on it.
    case noCertificate(Endpoint)
}

extension ServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noAuthenticator(let method):
            "\(method) needs to know its caller, but the server has no authenticator"
        case .endpointTaken(let endpoint):
            "another process listens on \(endpoint)"
        case .noCertificate(let endpoint):
            "\(endpoint) needs a certificate and its private key"
        }
    }
}
