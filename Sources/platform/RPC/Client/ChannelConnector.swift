import Logging
import NIOCore
import NIOPosix

/// Opens connections over TCP or a unix socket.
struct ChannelConnector: Connector {
    let endpoint: Endpoint
    /// Nil: what the system trusts, and no certificate of our own.
    let tls: ClientTLS?
    let configuration: ClientConfiguration
    let eventLoops: any EventLoopGroup
    let logger: Logger

    var eventLoop: any EventLoop { eventLoops.next() }

    func connect() async throws -> ConnectedClient {
        if !configuration.allowsPlaintext, let refusal = endpoint.plaintextRefusal {
            throw RPCError(.failedPrecondition, refusal, wasNotProcessed: true)
        }
        do {
            return try await open().greeted()
        } catch {
            throw RPCError(failure(error))
        }
    }

    private func open() async throws -> ConnectedClient {
        let channel = try await openChannel()
        guard case .tls(let host, _) = endpoint else {
            return try await channel.eventLoop.submit { try makeClient(on: channel) }.get()
        }
        let tls = try tls ?? ClientTLS()
        tls.refresh(logger)
        return try await channel.eventLoop.flatSubmit { handshake(tls, host, on: channel) }.get()
    }

    private func openChannel() async throws -> any Channel {
        // Nothing is read before the connection's handler is there.
        let bootstrap = ClientBootstrap(group: eventLoops)
            .connectTimeout(TimeAmount(configuration.connectTimeout))
            .channelOption(.autoRead, value: false)
        switch endpoint {
        case .tcp(let host, let port), .tls(let host, let port):
            let channel = try await bootstrap.connect(host: host, port: port).get()
            // Calls go to another instance before most deadlines.
            try await channel.setTCPOptions(patience: 8).get()
            return channel
        case .unix(let path):
            return try await bootstrap.connect(unixDomainSocketPath: path).get()
        }
    }

    /// Called on the channel's event loop.
    private func handshake(
        _ tls: ClientTLS, _ host: String, on channel: any Channel
    ) -> EventLoopFuture<ConnectedClient> {
        let promise = channel.eventLoop.makePromise(of: ConnectedClient.self)
        let timeout = TimeAmount(configuration.connectTimeout)
        let handshake = TLSHandshakeHandler(timeout: timeout) { certificate in
            guard tls.isFor(host, certificate) else { throw TLSFailure.otherName }
            promise.succeed(try makeClient(on: channel, isSecured: true))
        } failed: { error in
            promise.fail(error)
        }
        do {
            guard channel.isActive else { throw ChannelError.ioOnClosedChannel }
            // TLS begins as it is added, and what comes of that must not find nobody behind it.
            try channel.pipeline.syncOperations.addHandler(handshake)
            try channel.pipeline.syncOperations.addHandler(
                tls.makeHandler(for: host), position: .before(handshake))
            _ = channel.setOption(.autoRead, value: true)
        } catch {
            promise.fail(error)
            channel.close(promise: nil)
        }
        return promise.futureResult
    }

    /// Called on the channel's event loop.
    private func makeClient(
        on channel: any Channel, isSecured: Bool = false
    ) throws -> ConnectedClient {
        // Who was cut off at once is told nothing more.
        guard channel.isActive else { throw ChannelError.ioOnClosedChannel }
        let connection = ClientConnection(
            eventLoop: channel.eventLoop,
            transport: ChannelTransport(channel, isSecured: isSecured),
            configuration: configuration.connection, logger: logger)
        try channel.pipeline.syncOperations.addHandler(ConnectionHandler(connection))
        _ = channel.setOption(.autoRead, value: true)
        return ConnectedClient(Reference(connection))
    }
}
