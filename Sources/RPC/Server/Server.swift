import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Answers the calls of a router on any number of endpoints, until it is drained.
public final class Server: Sendable {
    private struct State {
        var listeners: [any Channel] = []
        var connections: [ObjectIdentifier: ConnectionReference] = [:]
        var isDraining = false
    }

    private let routes: RouteTable
    private let configuration: ServerConfiguration
    let logger: Logger
    private let eventLoops: any EventLoopGroup
    private let executors: [ObjectIdentifier: EventLoopTaskExecutor]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - authenticator: finds out who calls; needed as soon as one RPC is not for anyone.
    ///   - interceptors: stand around every handler, the first one outermost, inside of the check
    ///     of who may call.
    /// - Throws: `ServerError.noAuthenticator`.
    public init(
        router: Router,
        authenticator: (any Authenticator)?,
        interceptors: [any ServerInterceptor] = [],
        configuration: ServerConfiguration = ServerConfiguration(),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger
    ) throws {
        var router = router
        for interceptor in interceptors.reversed() { router.wrap(in: interceptor) }
        if let authenticator {
            router.wrap(in: Authorization(authenticator: authenticator))
        } else if let guarded = router.routes.first(where: { $0.value.access != .anyone }) {
            throw ServerError.noAuthenticator(method: guarded.key)
        }
        self.routes = RouteTable(router.routes.values)
        self.configuration = configuration
        self.logger = logger
        self.eventLoops = eventLoops
        self.executors = Dictionary(
            uniqueKeysWithValues: eventLoops.makeIterator().map {
                (ObjectIdentifier($0), EventLoopTaskExecutor($0))
            })
    }

    /// Begins to listen.
    ///
    /// - Returns: the endpoint, with the port that the system chose.
    /// - Throws: `ServerError.endpointTaken`, or what the system says.
    public func listen(on endpoint: Endpoint) async throws -> Endpoint {
        let bootstrap = ServerBootstrap(group: eventLoops)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture { try accept(channel) }
            }
        let channel = try await bootstrap.bind(to: endpoint)
        let isDraining = state.withLock {
            $0.listeners.append(channel)
            return $0.isDraining
        }
        if isDraining { try await channel.close() }
        return endpoint.bound(to: channel.localAddress)
    }

    /// Stops listening, lets the running calls end, and ends those that outlast the grace with
    /// `unavailable`. Returns when every connection is closed.
    public func drain() async {
        let (listeners, connections) = state.withLock {
            $0.isDraining = true
            return ($0.listeners, $0.connections)
        }
        for listener in listeners { try? await listener.close() }
        for connection in connections.values { connection.run { $0.drain() } }
        let deadline = NIODeadline.now() + configuration.drainGrace
        await waitUntilEmpty(by: deadline)
        let remaining = state.withLock { $0.connections }
        for connection in remaining.values {
            connection.run { $0.endAll(RPCError(.unavailable, "the server is going away")) }
        }
        await waitUntilEmpty(by: .now() + .seconds(3))
    }

    /// Also waits in a task that was cancelled, as a process that stops is likely to have.
    private func waitUntilEmpty(by deadline: NIODeadline) async {
        while connectionCount > 0, NIODeadline.now() < deadline {
            try? await eventLoops.next().scheduleTask(in: .milliseconds(5)) {}.futureResult.get()
        }
    }

    /// Cuts every connection off without a word, as a broken network would. For tests.
    package func severConnections() {
        let connections = state.withLock { $0.connections }
        for connection in connections.values { connection.run { $0.transport.close() } }
    }

    /// The connections that are open.
    package var connectionCount: Int { state.withLock { $0.connections.count } }

    /// Gives a channel that was accepted its connection. Called on the channel's event loop.
    private func accept(_ channel: any Channel) throws {
        let connection = makeConnection(ChannelTransport(channel), on: channel.eventLoop)
        guard let connection else {
            throw RPCError(.resourceExhausted, "the server takes no more connections")
        }
        if channel.remoteAddress?.protocol != .unix {
            _ = channel.setTCPOptions()
        }
        try channel.pipeline.syncOperations.addHandler(ConnectionHandler(connection))
        channel.closeFuture.whenComplete { [self] _ in forget(ObjectIdentifier(channel)) }
        remember(ConnectionReference(connection), as: ObjectIdentifier(channel))
    }

    /// Makes the server's end of a connection, nil when there are too many.
    func makeConnection(_ transport: any ByteTransport, on eventLoop: any EventLoop) -> Connection?
    {
        let count = state.withLock { $0.isDraining ? Int.max : $0.connections.count }
        guard count < configuration.maximumConnections else { return nil }
        let executor = executors[ObjectIdentifier(eventLoop)] ?? EventLoopTaskExecutor(eventLoop)
        let runner = CallRunner(routes: routes, executor: executor, logger: logger)
        return Connection(
            role: .server(runner), eventLoop: eventLoop, transport: transport,
            configuration: configuration.connection, logger: logger)
    }

    func remember(_ connection: ConnectionReference, as id: ObjectIdentifier) {
        let isDraining = state.withLock {
            $0.connections[id] = connection
            return $0.isDraining
        }
        if isDraining { connection.run { $0.drain() } }
    }

    func forget(_ id: ObjectIdentifier) {
        state.withLock { $0.connections[id] = nil }
    }
}

extension Connection {
    /// Ends every call, which the peer is told, and then the connection.
    func endAll(_ error: RPCError) {
        for record in streams.values { end(record, with: error) }
        close(error)
    }
}
