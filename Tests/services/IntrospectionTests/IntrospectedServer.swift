import Introspection
import Logging
import NIOPosix
import RollcallRPC
import TestServers
import Testing

/// What carries the bytes between client and server. The same test body runs over each.
enum Carrier: CaseIterable {
    case memory, tcp
}

/// A server that has nothing but its health and its reflection, and a client for it.
struct IntrospectedServer {
    let status: HealthStatus
    let server: Server
    let client: any RPCClient

    var health: HealthServiceClient { HealthServiceClient(client) }
    var reflection: ReflectionServiceClient { ReflectionServiceClient(client) }
}

/// Runs `body` with a server, and drains it afterwards.
func withServer(
    over carrier: Carrier = .memory, status: HealthStatus = HealthStatus(),
    router add: (inout Router, HealthStatus) -> Void = { router, status in
        router.addIntrospection(status, isReflecting: true)
    },
    _ body: (IntrospectedServer) async throws -> Void
) async throws {
    var router = Router()
    add(&router, status)
    var configuration = ServerConfiguration()
    configuration.drainGrace = .milliseconds(200)
    let server = try Server(
        router: router, authenticator: nil, configuration: configuration, logger: .quiet)
    let loops = MultiThreadedEventLoopGroup.singleton
    let client: any RPCClient
    switch carrier {
    case .memory:
        client = server.inMemoryClient(
            configuration: ConnectionConfiguration(), clientLoop: loops.next(),
            serverLoop: loops.next())
    case .tcp:
        let endpoint = try await server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        client = NetworkClient(endpoint, logger: .quiet)
    }
    do {
        try await body(IntrospectedServer(status: status, server: server, client: client))
    } catch {
        await server.drain()
        throw error
    }
    (client as? NetworkClient)?.close()
    await server.drain()
}
