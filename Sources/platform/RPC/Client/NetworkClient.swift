import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Makes calls over connections that it keeps. It opens them when they are wanted, and again when
/// they were lost.
///
/// Each call is made once. If its connection is on its way out, for example after GOAWAY, it fails
/// with `RPCError.wasNotProcessed`: it has reached no handler. `retrying()` of
/// `RollcallRPCPolicies` makes such calls again.
public final class NetworkClient: RPCClient {
    package let connectors: [any Connector]
    let configuration: ClientConfiguration
    let watch: ConnectionWatch?
    let state: Mutex<State>

    /// - Parameter tls: for a TLS endpoint; by default, what the system trusts and no certificate.
    public convenience init(
        _ endpoint: Endpoint,
        tls: ClientTLS? = nil,
        configuration: ClientConfiguration = ClientConfiguration(),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "rollcall.rpc.client")
    ) {
        self.init(
            endpoints: [endpoint], watch: nil, tls: tls,
            configuration: configuration, eventLoops: eventLoops, logger: logger)
    }

    /// - Parameters:
    ///   - endpoints: servers that serve alike, at least one.
    ///   - watch: says whether the server of a connection serves; nil takes all for healthy.
    package convenience init(
        endpoints: [Endpoint],
        watch: ConnectionWatch?,
        tls: ClientTLS?,
        configuration: ClientConfiguration,
        eventLoops: any EventLoopGroup,
        logger: Logger
    ) {
        let connectors = endpoints.map { endpoint in
            ChannelConnector(
                endpoint: endpoint, tls: tls, configuration: configuration, eventLoops: eventLoops,
                logger: logger)
        }
        self.init(connectors: connectors, watch: watch, configuration: configuration)
    }

    package init(
        connectors: [any Connector], watch: ConnectionWatch? = nil,
        configuration: ClientConfiguration = ClientConfiguration()
    ) {
        precondition(!connectors.isEmpty, "a client needs an endpoint")
        self.connectors = connectors
        self.configuration = configuration
        self.watch = watch
        self.state = Mutex(
            State(ConnectionPool(connectors.count, isWatched: watch != nil)))
    }

    deinit {
        close()
    }

    public func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        try Response(
            response: await answer(to: OnlyRequest(request), of: method.path, options))
    }

    private func answer(
        to request: any RequestSource, of path: String, _ options: CallOptions
    ) async throws -> ByteBuffer {
        if let connection = readyConnection() {
            return try await connection.answer(to: request, of: path, options)
        }
        var options = options
        let connection = try await openedConnection(for: &options)
        return try await connection.answer(to: request, of: path, options)
    }

    public func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        var options = options
        let connection = try await connection(for: &options)
        return try await connection.open(method, request, options)
    }
}
