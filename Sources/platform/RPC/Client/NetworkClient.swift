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
    let watchesHealth: Bool
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
            endpoints: [endpoint], tls: tls, configuration: configuration, eventLoops: eventLoops,
            logger: logger)
    }

    /// A client of servers that serve alike. Those that can be reached take calls in turn. If there
    /// are several, their health is watched, and only those that are healthy take calls, as long as
    /// any is.
    ///
    /// - Parameters:
    ///   - endpoints: at least one. A name with several addresses counts as one, and the first
    ///     address that answers is used.
    ///   - tls: for TLS endpoints; by default, what the system trusts and no certificate.
    public convenience init(
        endpoints: [Endpoint],
        tls: ClientTLS? = nil,
        configuration: ClientConfiguration = ClientConfiguration(),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "rollcall.rpc.client")
    ) {
        let connectors = endpoints.map { endpoint in
            ChannelConnector(
                endpoint: endpoint, tls: tls, configuration: configuration, eventLoops: eventLoops,
                logger: logger)
        }
        self.init(
            connectors: connectors, watchesHealth: endpoints.count > 1,
            configuration: configuration)
    }

    package init(
        connectors: [any Connector], watchesHealth: Bool = false,
        configuration: ClientConfiguration = ClientConfiguration()
    ) {
        precondition(!connectors.isEmpty, "a client needs an endpoint")
        self.connectors = connectors
        self.configuration = configuration
        self.watchesHealth = watchesHealth
        self.state = Mutex(
            State(ConnectionPool(connectors.count, isWatched: watchesHealth)))
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
