import NIOCore
import RollcallRPC

extension Server {
    /// A client of this server without a socket, with the same frames and limits as over one.
    ///
    /// - Parameters:
    ///   - clientLoop: where the client's end lives.
    ///   - serverLoop: where the server's end and its handlers live.
    package func inMemoryClient(
        configuration: ConnectionConfiguration = ConnectionConfiguration(),
        clientLoop: any EventLoop, serverLoop: any EventLoop
    ) -> NetworkClient {
        NetworkClient(connectors: [
            inMemoryConnector(
                configuration: configuration, clientLoop: clientLoop, serverLoop: serverLoop)
        ])
    }

    package func inMemoryConnector(
        configuration: ConnectionConfiguration = ConnectionConfiguration(),
        clientLoop: any EventLoop, serverLoop: any EventLoop
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
        let (far, ofServer) = try await serverLoop.submit {
            let transport = InMemoryTransport(eventLoop: serverLoop)
            let connection = try server.serve(over: transport, on: serverLoop)
            return (NIOLoopBound(transport, eventLoop: serverLoop), connection)
        }.get()
        let (near, client) = try await clientLoop.submit {
            let transport = InMemoryTransport(eventLoop: clientLoop)
            let client = ConnectedClient(
                over: transport, on: clientLoop, configuration, logger: server.logger)
            return (NIOLoopBound(transport, eventLoop: clientLoop), client)
        }.get()
        try await serverLoop.submit { far.value.connect(ofServer, to: client.reference) }.get()
        try await clientLoop.submit { near.value.connect(client.reference, to: ofServer) }.get()
        do {
            return try await client.greeted()
        } catch let missing as MissingHello {
            throw missing.error.notProcessed
        }
    }
}
