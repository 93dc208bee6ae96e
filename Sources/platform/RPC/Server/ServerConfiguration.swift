/// The limits and surroundings of a server.
public struct ServerConfiguration: Sendable {
    public var connection = ConnectionConfiguration.ofServer
    /// Connections open at once, over all endpoints. One more is closed immediately.
    public var maximumConnections = 10_000
    /// Connections from one IPv4 address, or from one /64 of IPv6. One more is closed immediately.
    /// Nil for a peer's share (`peerShare`) of `maximumConnections`. Services, trusted proxies and
    /// the operator's unix sockets do not count.
    ///
    /// An account has the same share over all its addresses. If it exceeds the share, its oldest
    /// connection is closed, at the address where it has the most.
    ///
    /// Connections without a verified token may be half of all (`strangersShare`). If there are
    /// more, the oldest one is closed, of the address that has the most of them.
    public var maximumConnectionsPerAddress: Int?
    /// Connections before the client's HELLO, which over TLS comes after the handshake. If there
    /// are more, the oldest one is closed, of the address that has the most of them. An address may
    /// have a peer's share of them. If it exceeds the share, its own oldest one is closed. So an
    /// address that opens many does not keep others out.
    public var maximumOpeningConnections = 1_000
    /// The proxies that may name the client of a call.
    public var proxies = TrustedProxies()
    /// Time for a TLS handshake. Then the connection is closed.
    public var handshakeTimeout = Duration.seconds(10)
    /// When calls are refused so that others are answered in time.
    public var admission = AdmissionConfiguration()
    /// Details for programs in the server's own refusals, such as those under overload.
    public var details = AnswerDetails.none
    /// How long a drain waits for running calls before it ends them with `unavailable`.
    public var drainGrace = Duration.seconds(10)

    public init() {}
}

/// Why a server does not start.
public enum ServerError: Error, Sendable, Equatable {
    /// The RPC needs an identified caller, and the server has no authenticator.
    case noAuthenticator(method: String)
    /// Another process listens on the endpoint.
    case endpointTaken(Endpoint)
    /// The endpoint uses TLS, and there is no certificate for it.
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
