import NIOCore
import NIOHTTP1
import NIOPosix
import RollcallRPC
import Synchronization

/// Serves HTTP/1.1 at one endpoint.
package final class HTTPServer: Sendable {
    /// Answers one request, on the event loop of its connection. What it throws closes the
    /// connection.
    package typealias Responder = @Sendable (Request, AnswerWriter) async throws -> Void

    package let endpoint: Endpoint
    private let tls: ServerTLS?
    private let connections: HTTPConnections
    private let eventLoops = MultiThreadedEventLoopGroup.singleton
    private let listener = Mutex<(any Channel)?>(nil)

    /// - Parameter tls: for a `tls` endpoint.
    package init(
        at endpoint: Endpoint, tls: ServerTLS? = nil, configuration: HTTPServerConfiguration,
        responder: @escaping Responder
    ) {
        self.endpoint = endpoint
        self.tls = endpoint.isSecured ? tls : nil
        connections = HTTPConnections(configuration, eventLoops, responder)
    }

    /// Opens the endpoint. Requests are answered from then on, until `run` ends.
    ///
    /// - Returns: the address, with the port that the system has chosen.
    /// - Throws: why it cannot listen.
    @discardableResult
    package func listen() async throws -> SocketAddress? {
        if endpoint.isSecured, tls == nil { throw ServerError.noCertificate(endpoint) }
        let bootstrap = ServerBootstrap(group: eventLoops)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.recvAllocator, value: ReceiveBufferSize())
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { [connections, tls] channel in
                channel.eventLoop.makeCompletedFuture { try connections.accept(channel, tls) }
            }
        let listener = try await bootstrap.bind(to: endpoint)
        self.listener.withLock { $0 = listener }
        return listener.localAddress
    }

    /// Serves until it is cancelled. Opens the endpoint, unless `listen` has done so.
    ///
    /// - Throws: why it cannot listen.
    package func run() async throws {
        if listener.withLock({ $0 == nil }) { try await listen() }
        // After a drain, too, so that who runs it sees it end only when it ends it.
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        try? await listener.withLock({ $0 })?.close()
        connections.drain { $0.close() }
        await connections.waitUntilEmpty(for: .seconds(1))
    }

    /// Takes no more connections and requests, and lets those that run end, if they do so within
    /// `grace`. Then it cancels them: streams have no end of their own.
    package func drain(within grace: Duration) async {
        try? await listener.withLock({ $0 })?.close()
        connections.drain { $0.drain() }
        await connections.waitUntilEmpty(for: grace)
        connections.drain { $0.cancel() }
        await connections.waitUntilEmpty(for: .seconds(1))
        connections.drain { $0.close() }
    }
}

extension HTTPConnections {
    fileprivate func accept(_ channel: any Channel, _ tls: ServerTLS?) throws {
        let count = count.add(1, ordering: .relaxed).newValue
        channel.closeFuture.whenComplete { [self] _ in self.count.subtract(1, ordering: .relaxed) }
        guard count <= configuration.connections else { throw ChannelError.eof }
        let peer = channel.remoteAddress.flatMap { PeerAddress($0) }?.ip.unmapped
        guard configuration.expectsProxyHeader, peer.map(configuration.proxies.contain) ?? true
        else { return try begin(channel, peer, tls) }
        try channel.pipeline.syncOperations.addHandler(
            ProxyHeaderHandler { [self] header in
                switch header {
                case .client(let client): try begin(channel, client, tls)
                case .proxy: try begin(channel, peer, tls)
                }
            })
    }

    /// - Parameter peer: the client, or a proxy that speaks for clients; nil at a unix socket.
    private func begin(_ channel: any Channel, _ peer: IPAddress?, _ tls: ServerTLS?) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 8 << 10
        limits.maxHeaderListSize = 16 << 10
        limits.maxHeaderFieldCount = 100
        let pipeline = channel.pipeline.syncOperations
        if let tls { try pipeline.addHandler(tls.makeHandler()) }
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false,
            withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: limits)
        try pipeline.addHandler(HTTPConnection(channel, peer, self))
    }
}
