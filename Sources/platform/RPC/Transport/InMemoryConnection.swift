import NIOCore

extension Server {
    /// A client of this server without a socket, with the same frames and limits as over one. For
    /// tests, and for services that share a process.
    ///
    /// - Parameters:
    ///   - clientLoop: where the client's end lives.
    ///   - serverLoop: where the server's end and its handlers live.
    public func inMemoryClient(
        configuration: ConnectionConfiguration = ConnectionConfiguration(),
        clientLoop: any EventLoop,
        serverLoop: any EventLoop
    ) -> NetworkClient {
        NetworkClient(
            connectors: [
                inMemoryConnector(
                    configuration: configuration, clientLoop: clientLoop, serverLoop: serverLoop)
            ])
    }

    package func inMemoryConnector(
        configuration: ConnectionConfiguration = ConnectionConfiguration(),
        clientLoop: any EventLoop,
        serverLoop: any EventLoop
    ) -> any Connector {
        InMemoryConnector(
            server: self, configuration: configuration, clientLoop: clientLoop,
            serverLoop: serverLoop)
    }
}

/// Opens in-memory connections to a server of this process.
private struct InMemoryConnector: Connector {
    let server: Server
    let configuration: ConnectionConfiguration
    let clientLoop: any EventLoop
    let serverLoop: any EventLoop

    var eventLoop: any EventLoop { clientLoop }

    func connect() async throws -> ConnectedClient {
        let id = try server.admit(from: nil)
        server.opened(id)
        let far = try await serverLoop.submit {
            InMemoryEnd(on: serverLoop) { server.makeConnection($0, on: serverLoop) }
        }.get()
        let near = try await clientLoop.submit {
            InMemoryEnd(on: clientLoop) {
                ClientConnection(
                    eventLoop: clientLoop, transport: $0, configuration: configuration,
                    logger: server.logger)
            }
        }.get()
        far.connection.run { connection in
            connection.onClosed = { [weak server, far] in
                _ = far
                server?.forget(id)
            }
        }
        try await far.connect(to: near)
        try await near.connect(to: far)
        server.remember(far.connection, as: id)
        do {
            return try await near.client.greeted()
        } catch let missing as MissingHello {
            throw missing.error.notProcessed
        }
    }
}

/// One end of an in-memory pair, as other threads hold it.
private final class InMemoryEnd<Side: Connection>: Sendable {
    let connection: Reference<Side>
    private let transport: NIOLoopBound<InMemoryTransport>

    init(on eventLoop: any EventLoop, _ make: (InMemoryTransport) -> Side) {
        let transport = InMemoryTransport(eventLoop: eventLoop)
        self.connection = Reference(make(transport))
        self.transport = NIOLoopBound(transport, eventLoop: eventLoop)
    }

    func connect(to peer: InMemoryEnd<some Connection>) async throws {
        let (own, other) = (connection, peer.connection.ofEitherSide)
        let transport = transport
        try await own.eventLoop.submit {
            transport.value.connect(own: own.ofEitherSide, peer: other)
            own.run { $0.start() }
        }.get()
    }
}

extension InMemoryEnd where Side == ClientConnection {
    var client: ConnectedClient { ConnectedClient(connection) }
}
