import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Makes calls to one server, or to several that serve alike. It opens connections when they are
/// wanted, and again when they were lost; a server that goes away takes no call with it that it has
/// not begun. A call that certainly reached no handler is made again.
public final class NetworkClient: RPCClient {
    let connectors: [any Connector]
    let policy: LoadBalancingPolicy
    let configuration: ClientConfiguration
    let tokens: RetryTokens
    let state: Mutex<State>

    /// - Parameters:
    ///   - tls: for a TLS endpoint; by default, what the system trusts and no certificate.
    ///   - connectTimeout: how long a connection may take to open, and again a TLS handshake.
    public convenience init(
        _ endpoint: Endpoint,
        tls: ClientTLS? = nil,
        configuration: ConnectionConfiguration = ConnectionConfiguration(),
        connectTimeout: TimeAmount = .seconds(5),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "rollcall.rpc.client")
    ) {
        var client = ClientConfiguration()
        client.connection = configuration
        client.connectTimeout = connectTimeout
        self.init(
            endpoints: [endpoint], tls: tls, configuration: client, eventLoops: eventLoops,
            logger: logger)
    }

    /// - Parameters:
    ///   - endpoints: servers that serve alike, at least one. A name with several addresses counts
    ///     as one, and the first address that answers is used.
    ///   - tls: for TLS endpoints; by default, what the system trusts and no certificate.
    ///   - policy: which of them takes a call.
    public convenience init(
        endpoints: [Endpoint],
        tls: ClientTLS? = nil,
        policy: LoadBalancingPolicy = .pickFirst,
        configuration: ClientConfiguration = ClientConfiguration(),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "rollcall.rpc.client")
    ) {
        let connectors = endpoints.map { endpoint in
            ChannelConnector(
                endpoint: endpoint, tls: tls, configuration: configuration.connection,
                timeout: configuration.connectTimeout, eventLoops: eventLoops, logger: logger)
        }
        self.init(connectors: connectors, policy: policy, configuration: configuration)
    }

    init(
        connectors: [any Connector], policy: LoadBalancingPolicy = .pickFirst,
        configuration: ClientConfiguration = ClientConfiguration()
    ) {
        precondition(!connectors.isEmpty, "a client needs an endpoint")
        self.connectors = connectors
        self.policy = policy
        self.configuration = configuration
        self.tokens = RetryTokens(configuration.retryBudget)
        self.state = Mutex(
            State(
                LoadBalancer(
                    endpoints: connectors.count,
                    connectionsPerEndpoint: max(1, configuration.connectionsPerEndpoint),
                    policy: policy, isHealthChecked: configuration.healthCheck != nil)))
    }

    deinit {
        close()
    }

    public func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        let answer = try await answer(to: OnlyRequest(request), of: method.path, options)
        options.record?.note(answer)
        return try answer.response()
    }

    public func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        let patience = Patience(options.timeout)
        let policy = options.attempts ?? configuration.attempts
        let stream = RetriedStream(
            Attempts(policy.retries, tokens: tokens), patience
        ) { [self] in
            let connection = try await connection(options, patience)
            return connection.open(method, request, patience.shortened(options))
        }
        try await stream.open()
        return ResponseStream(.retried(stream))
    }

    public func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response> {
        ClientStreamingCall(.live(try await openTaken(method, options)))
    }

    public func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response> {
        BidirectionalCall(.live(try await openTaken(method, options)))
    }
}
