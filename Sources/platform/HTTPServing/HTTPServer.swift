import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import RollcallRPC
import Synchronization

/// Serves HTTP/1.1 at one endpoint. TLS is the matter of the proxy in front.
package final class HTTPServer: Sendable {
    /// Answers one request. What it throws closes the connection.
    package typealias Responder =
        @concurrent @Sendable (
            Request, consuming HummingbirdCore.ResponseWriter, any Channel
        ) async throws -> Void

    private let server: HummingbirdCore.Server<LoopBoundHTTP>
    private let state = Mutex(State())

    private struct State {
        var isDraining = false
        var serving: Task<Void, any Error>?
    }

    /// - Parameters:
    ///   - endpoint: `tcp` or `unix`.
    ///   - onListening: called with the address, including the port that the system has chosen.
    package init(
        at endpoint: Endpoint, configuration: HTTPServerConfiguration, logger: Logger,
        onListening: @escaping @Sendable (SocketAddress?) -> Void = { _ in },
        responder: @escaping Responder
    ) {
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
        server = HummingbirdCore.Server(
            childChannelSetup: LoopBoundHTTP(http, eventLoops),
            configuration: HummingbirdCore.ServerConfiguration(
                address: endpoint.bindAddress,
                availableConnectionsDelegate: .maximum(configuration.connections, logger: logger)),
            onServerRunning: { onListening($0.localAddress) },
            eventLoopGroup: eventLoops, logger: logger)
    }

    /// Serves until it is cancelled.
    ///
    /// - Throws: why it cannot listen.
    package func run() async throws {
        let serving = Task { [server] in try await server.run() }
        state.withLock { $0.serving = serving }
        try await withTaskCancellationHandler {
            try await serving.value
        } onCancel: {
            serving.cancel()
        }
        // After a drain, too, so that who runs it sees it end only when it ends it.
        while state.withLock({ $0.isDraining }) { try await Task.sleep(for: .seconds(60)) }
    }

    /// Takes no more connections and requests, and lets those that run end, if they do so within
    /// `grace`. Streams have no end of their own.
    package func drain(within grace: Duration) async {
        state.withLock { $0.isDraining = true }
        let timer = Task {
            try await Task.sleep(for: grace)
            state.withLock { $0.serving }?.cancel()
        }
        try? await server.shutdownGracefully()
        timer.cancel()
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
