import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import RollcallRPC

/// Serves HTTP/1.1 at one endpoint. TLS is the matter of the proxy in front.
package struct HTTPServer: Sendable {
    /// Answers one request. What it throws closes the connection.
    package typealias Responder =
        @concurrent @Sendable (
            Request, consuming HummingbirdCore.ResponseWriter, any Channel
        ) async throws -> Void

    private let endpoint: Endpoint
    private let configuration: HTTPServerConfiguration
    private let responder: Responder
    private let logger: Logger

    /// - Parameter endpoint: `tcp` or `unix`.
    package init(
        at endpoint: Endpoint, configuration: HTTPServerConfiguration, logger: Logger,
        responder: @escaping Responder
    ) {
        self.endpoint = endpoint
        self.configuration = configuration
        self.responder = responder
        self.logger = logger
    }

    /// Serves until it is cancelled, or shut down gracefully.
    ///
    /// - Parameter onListening: called with the address, including the port that the system has
    ///   chosen.
    /// - Throws: why it cannot listen.
    package func run(onListening: @escaping @Sendable (SocketAddress?) -> Void = { _ in })
        async throws
    {
        var logger = logger
        // The server's messages about each connection are not useful, and it calls its cancellation
        // an error. What else it would call so ends it, and with it the process.
        logger.logLevel = .critical
        let connections = HTTPConnections(configuration)
        let eventLoops = MultiThreadedEventLoopGroup.singleton
        let http = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ConnectionGate(connections, configuration)],
                idleTimeout: TimeAmount(configuration.idleTime),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10,
                    maxHeaderFieldCount: 100)))
        let server = HummingbirdCore.Server(
            childChannelSetup: LoopBoundHTTP(http, eventLoops),
            configuration: HummingbirdCore.ServerConfiguration(
                address: endpoint.bindAddress,
                availableConnectionsDelegate: .maximum(configuration.connections, logger: logger)),
            onServerRunning: { onListening($0.localAddress) },
            eventLoopGroup: eventLoops, logger: logger)
        try await server.run()
    }
}

extension Endpoint {
    fileprivate var bindAddress: BindAddress {
        switch self {
        case .unix(let path): .unixDomainSocket(path: path)
        case .tcp(let host, let port), .tls(let host, let port): .hostname(host, port: port)
        }
    }
}
