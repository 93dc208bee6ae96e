import NIOCore

/// What a server holds to.
public struct ServerConfiguration: Sendable {
    public var connection = ConnectionConfiguration()
    /// Connections open at once, over all endpoints; one more is closed at once.
    public var maximumConnections = 10_000
    /// When calls are refused so that others are answered in time.
    public var admission = AdmissionConfiguration()
    /// How long the calls of an RPC may take, by its path (`package.Service/Name`). Without an entry
    /// unary and client-streaming calls have `ConnectionConfiguration.maximumCallTime`, others no
    /// bound.
    public var timeBounds: [String: CallTimeBound] = [:]
    /// How long a drain waits for running calls before it ends them with `unavailable`.
    public var drainGrace = TimeAmount.seconds(10)

    public init() {}

    func timeBound(of rpc: ServedRPC) -> CallTimeBound {
        let usual = connection.maximumCallTime
        return timeBounds[rpc.path]
            ?? (rpc.kind.streamsToCaller
                ? CallTimeBound() : CallTimeBound(unasked: usual, longest: usual))
    }
}

/// Why a server does not start.
public enum ServerError: Error, Sendable, Equatable {
    /// The RPC needs to know its caller, and the server has no way to find out.
    case noAuthenticator(method: String)
    /// Another process listens on the endpoint.
    case endpointTaken(Endpoint)
}

extension ServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noAuthenticator(let method):
            "\(method) needs to know its caller, but the server has no authenticator"
        case .endpointTaken(let endpoint):
            "another process listens on \(endpoint)"
        }
    }
}
