/// What a server holds to.
public struct ServerConfiguration: Sendable {
    public var connection = ConnectionConfiguration.ofServer
    /// Connections open at once, over all endpoints; one more is closed at once.
    public var maximumConnections = 10_000
    /// Those among them that come from one IPv4 address, or from one /64 of IPv6; one more is closed
    /// at once. Nil for a peer's share of `maximumConnections`. Services, trusted proxies and the
    /// operator's unix sockets do not count.
    ///
    /// One account may have a peer's share of them over all its addresses. With one more, the oldest
    /// is closed that it has at the address where it has most.
    ///
    /// Those on which no call has shown a verified token may be half of all (`strangersShare`). With
    /// one more, the oldest of the address that has most of them is closed.
    public var maximumConnectionsPerAddress: Int?
    /// Those among them whose client has not said HELLO yet, which over TLS comes after the
    /// handshake. With one more, the one that has taken longest is closed, of the address that has
    /// most of them; and so it is with one more of an address than a peer's share of them: opening many
    /// does not keep others out.
    public var maximumOpeningConnections = 1_000
    /// The proxies in front of the server, which say for whom they call.
    public var proxies = TrustedProxies()
    /// Time for a TLS handshake; then the connection is closed.
    public var handshakeTimeout = Duration.seconds(10)
    /// When calls are refused so that others are answered in time.
    public var admission = AdmissionConfiguration()
    /// What refusals of the server's own carry for programs, such as those under overload.
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
