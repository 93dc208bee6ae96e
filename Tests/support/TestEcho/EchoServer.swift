import Foundation
import Logging
import NIOCore
import NIOPosix
import RollcallRPC
import TestServers

/// What carries the bytes between client and server. The same test body runs over each.
package enum Carrier: Sendable, CaseIterable {
    case memory, tcp, unixSocket, tls
}

/// An echo server that runs for the length of a test, and a client for it.
package struct EchoServer {
    package let handler: EchoHandler
    package let server: Server
    package let endpoint: Endpoint?
    package let client: any RPCClient

    package var echo: EchoServiceClient { EchoServiceClient(client) }
}

/// Runs `body` with an echo server, and drains it afterwards.
package func withEchoServer(
    over carrier: Carrier,
    authenticator: any Authenticator = TrustingAuthenticator(),
    interceptors: [any ServerInterceptor] = [],
    tls: TLSPair? = nil,
    configure: (inout ServerConfiguration) -> Void = { _ in },
    configureClient: (inout ConnectionConfiguration) -> Void = { _ in },
    _ body: (EchoServer) async throws -> Void
) async throws {
    var configuration = ServerConfiguration()
    configuration.drainGrace = .milliseconds(200)
    var clientConfiguration = ConnectionConfiguration()
    // A busy machine is no broken peer; the tests of these limits set them.
    configuration.connection.helloTimeout = .minutes(1)
    configuration.connection.frameTimeout = .minutes(1)
    // All calls come from one address.
    configuration.admission.shareNothing()
    clientConfiguration.helloTimeout = .minutes(1)
    clientConfiguration.frameTimeout = .minutes(1)
    configure(&configuration)
    configureClient(&clientConfiguration)
    let handler = EchoHandler()
    var router = Router()
    router.add(handler)
    let server = try Server(
        router: router, authenticator: authenticator, interceptors: interceptors,
        configuration: configuration, logger: .quiet)
    let echo = try await connect(to: server, over: carrier, handler, clientConfiguration, tls)
    do {
        try await body(echo)
    } catch {
        await finish(echo)
        throw error
    }
    await finish(echo)
}

private func finish(_ echo: EchoServer) async {
    (echo.client as? NetworkClient)?.close()
    await echo.server.drain()
}

private func connect(
    to server: Server, over carrier: Carrier, _ handler: EchoHandler,
    _ configuration: ConnectionConfiguration, _ tls: TLSPair?
) async throws -> EchoServer {
    let loops = MultiThreadedEventLoopGroup.singleton
    let endpoint: Endpoint
    var tls = tls
    switch carrier {
    case .memory:
        let client = server.inMemoryClient(
            configuration: configuration, clientLoop: loops.next(), serverLoop: loops.next())
        return EchoServer(handler: handler, server: server, endpoint: nil, client: client)
    case .tcp:
        endpoint = try await server.listen(on: .tcp(host: "127.0.0.1", port: 0))
    case .unixSocket:
        let path = FileManager.default.temporaryDirectory
            .appending(path: "rollcall-\(UInt32.random(in: 0 ... .max)).sock").path
        endpoint = try await server.listen(on: .unix(path: path))
    case .tls:
        let pair = try tls ?? .ordinary()
        tls = pair
        endpoint = try await server.listen(on: .tls(host: "127.0.0.1", port: 0), tls: pair.server)
    }
    let client = NetworkClient(
        endpoint, tls: tls?.client,
        configuration: ClientConfiguration(connection: configuration), logger: .quiet)
    return EchoServer(handler: handler, server: server, endpoint: endpoint, client: client)
}

extension ServerConfiguration {
    /// Accepts every call however long it waits: for tests of other limits, on a machine that may
    /// be busy.
    package mutating func refuseNothing() {
        admission.targetWait = .minutes(1)
        admission.burstInterval = .minutes(1)
        admission.maximumConcurrency = admission.maximumHandlers
    }
}
