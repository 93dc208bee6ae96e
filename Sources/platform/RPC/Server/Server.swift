import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Answers the calls of a router on any number of endpoints, until it is drained.
public final class Server: Sendable {
    struct State {
        var listeners: [any Channel] = []
        var ledger: ConnectionLedger
        var connections: [ConnectionLedger.ID: Reference<ServerConnection>] = [:]
        /// Closes the connections whose TLS handshake has not ended. They are not in `connections`.
        var opening: [ConnectionLedger.ID: @Sendable () -> Void] = [:]
        /// The evicted connections that are not closed yet.
        var evicted: [ConnectionLedger.ID: ConnectionLedger.Eviction.Reason] = [:]
    }

    private let routes: RouteTable
    let configuration: ServerConfiguration
    private let connectionConfiguration: Boxed<ConnectionConfiguration>
    package let logger: Logger
    private let eventLoops: any EventLoopGroup
    private let schedulers: [ObjectIdentifier: CallScheduler]
    private let rpcCount: Int
    private let authenticator: (any Authenticator)?
    let load: ServerLoad
    private let callRefusals: Refusal.Reasons
    let refusals = RefusalCounters()
    let state: Mutex<State>

    /// - Parameters:
    ///   - authenticator: identifies the callers. It is required if an RPC is not open to anyone.
    ///   - interceptors: run around every handler, the first one outermost. Those with
    ///     `standsBeforeAuthorization` run before the authorization, the others after it.
    /// - Throws: `ServerError.noAuthenticator`.
    public init(
        router: Router,
        authenticator: (any Authenticator)?,
        interceptors: [any ServerInterceptor] = [],
        configuration: ServerConfiguration = ServerConfiguration(),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger
    ) throws {
        if authenticator == nil,
            let guarded = router.routes.first(where: { $0.value.access != .anyone })
        {
            throw ServerError.noAuthenticator(method: guarded.key)
        }
        let surroundings = Router.Surroundings(
            authenticator: authenticator, interceptors: interceptors)
        // Where nothing is recorded, a handler has no frame more for it.
        let isRecorded = interceptors.contains { ($0 as? TraceInterceptor)?.isRecording == true }
        let routes = router.routes.values.enumerated().map { index, route in
            Router.Route(
                route.rpc, index: index,
                longestTime: route.kind.streamsToCaller
                    ? nil : TimeAmount(configuration.connection.maximumCallTime),
                in: surroundings,
                handler: isRecorded ? TraceInterceptor.inSpan(route.handler) : route.handler)
        }
        self.routes = RouteTable(routes)
        let load = ServerLoad(configuration.admission)
        let refusals = Refusal.Reasons(configuration.details)
        self.load = load
        self.callRefusals = refusals
        self.rpcCount = routes.count
        self.authenticator = authenticator
        self.configuration = configuration
        self.connectionConfiguration = Boxed(configuration.connection.atLeastFloor)
        self.state = Mutex(State(ledger: ConnectionLedger(configuration)))
        self.logger = logger
        self.eventLoops = eventLoops
        self.schedulers = Dictionary(
            uniqueKeysWithValues: eventLoops.makeIterator().map {
                let scheduler = CallScheduler(
                    $0, load: load, refusals: refusals, rpcCount: routes.count)
                return (ObjectIdentifier($0), scheduler)
            })
    }

    /// Begins to listen.
    ///
    /// - Parameter tls: the certificates of a TLS endpoint; ignored for other endpoints.
    /// - Returns: the endpoint, with the port that the system chose.
    /// - Throws: `ServerError.endpointTaken` or `.noCertificate`, or the system's error.
    public func listen(on endpoint: Endpoint, tls: ServerTLS? = nil) async throws -> Endpoint {
        if endpoint.isSecured, tls == nil { throw ServerError.noCertificate(endpoint) }
        let tls = endpoint.isSecured ? tls : nil
        let bootstrap = ServerBootstrap(group: eventLoops)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { [refusals, logger] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptBackoff(refusals, logger))
                }
            }
            .childChannelOption(.recvAllocator, value: ReceiveBufferSize())
            // The channel keeps a buffer for each read of a turn. A single read is as fast, as its
            // buffer grows with the load.
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                PeerIdentity.of(channel).flatMapThrowing { try self.accept(channel, $0, tls) }
            }
        let channel = try await bootstrap.bind(to: endpoint)
        let isDraining = state.withLock {
            $0.listeners.append(channel)
            return $0.ledger.isDraining
        }
        if isDraining { try await channel.close() }
        return endpoint.bound(to: channel.localAddress)
    }

    /// Stops listening and lets the running calls end. Calls that outlast the grace end with
    /// `unavailable`. Returns when every connection is closed.
    public func drain() async {
        let (listeners, connections, handshakes) = state.withLock {
            $0.ledger.drain()
            return ($0.listeners, $0.connections, $0.opening)
        }
        for listener in listeners { try? await listener.close() }
        for cutOff in handshakes.values { cutOff() }
        for connection in connections.values { connection.run { $0.drain() } }
        let deadline = NIODeadline.now().later(by: configuration.drainGrace)
        await waitUntilEmpty(by: deadline)
        let remaining = state.withLock { $0.connections }
        for connection in remaining.values {
            connection.run { $0.endAll(RPCError(.unavailable, "the server is going away")) }
        }
        await waitUntilEmpty(by: .now() + .seconds(3))
    }

    /// Waits even if the task is cancelled, which is likely in a process that stops.
    private func waitUntilEmpty(by deadline: NIODeadline) async {
        while connectionCount > 0, NIODeadline.now() < deadline {
            try? await eventLoops.next().scheduleTask(in: .milliseconds(5)) {}.futureResult.get()
        }
    }

    /// The number of open connections.
    package var connectionCount: Int { state.withLock { $0.connections.count } }

    /// Makes the server's end of a connection.
    func makeConnection(
        _ transport: any ByteTransport, on eventLoop: any EventLoop,
        identity: PeerIdentity = .unidentified
    ) -> ServerConnection {
        let scheduler =
            schedulers[ObjectIdentifier(eventLoop)]
            ?? CallScheduler(eventLoop, load: load, refusals: callRefusals, rpcCount: rpcCount)
        let runner = CallRunner(
            routes: routes, scheduler: scheduler, details: configuration.details)
        let connection = ServerConnection(
            runner, eventLoop: eventLoop, transport: transport,
            configuration: connectionConfiguration, logger: logger, identity: identity,
            peer: sharer(identity).map(load.peers.usage),
            isProxy: configuration.proxies.contain(identity))
        connection.server = self
        return connection
    }

    /// The key under which the peer shares limits. Nil for a service, the operator and a trusted
    /// proxy, and within this process.
    func sharer(_ identity: PeerIdentity) -> PeerKey? {
        switch authenticator?.caller(of: identity) ?? .anonymous {
        case .service, .operator: return nil
        case .anonymous, .user:
            guard !configuration.proxies.contain(identity), !PeerAuthenticator.isOperator(identity)
            else {
                return nil
            }
            return PeerKey(identity)
        }
    }

    /// Closes the connection that holds the most memory, among those over their limit.
    func shedLargestHolder(_ excess: MemoryBudget.Excess, _ peer: PeerUsage?) {
        load.memory.shed {
            let connections = state.withLock { Array($0.connections.values) }
            let holders = connections.filter { connection in
                switch excess {
                case .server: true
                case .strangers: connection.account.standing == .stranger
                case .peer:
                    connection.account.peer?.id == peer?.id
                        && connection.account.standing != .exempt
                }
            }
            let largest = holders.max { $0.account.bytes < $1.account.bytes }
            largest?.run { $0.fail(RPCError(.unavailable, excess.message)) }
        }
    }
}

extension MemoryBudget.Excess {
    fileprivate var message: String {
        switch self {
        case .server: "the server is short of memory"
        case .strangers: "the server is short of memory for callers without a token"
        case .peer: "the connections of this address hold too much memory"
        }
    }
}
