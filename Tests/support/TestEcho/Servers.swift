import Foundation
import NIOCore
import NIOPosix
import RollcallRPC
import Synchronization
import TestServers

/// Servers with the handlers that a test gives them, for clients with several endpoints.
package struct RunningServer {
    package let server: Server
    package let endpoint: Endpoint

    /// - Parameter endpoint: by default a TCP port of the system's choice.
    package static func start(
        at endpoint: Endpoint = .tcp(host: "127.0.0.1", port: 0),
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ addRoutes: (inout Router) -> Void
    ) async throws -> RunningServer {
        var configuration = ServerConfiguration()
        configuration.drainGrace = .milliseconds(200)
        configuration.connection.helloTimeout = .minutes(1)
        configuration.connection.frameTimeout = .minutes(1)
        configure(&configuration)
        var router = Router()
        addRoutes(&router)
        let server = try Server(
            router: router, authenticator: TrustingAuthenticator(), configuration: configuration,
            logger: .quiet)
        return RunningServer(server: server, endpoint: try await server.listen(on: endpoint))
    }
}

/// Runs `body` with servers whose `Echo` answers with the number of the server, 0 and up, and
/// drains them afterwards.
package func withServers(
    _ count: Int, _ addRoutes: (Int, inout Router) -> Void = { _, _ in },
    _ body: ([RunningServer]) async throws -> Void
) async throws {
    var servers: [RunningServer] = []
    for number in 0..<count {
        servers.append(try await .numbered(number) { addRoutes(number, &$0) })
    }
    do {
        try await body(servers)
    } catch {
        for server in servers { await server.server.drain() }
        throw error
    }
    for server in servers { await server.server.drain() }
}

extension RunningServer {
    package static func numbered(
        _ number: Int, at endpoint: Endpoint = .tcp(host: "127.0.0.1", port: 0),
        _ addRoutes: (inout Router) -> Void = { _ in }
    ) async throws -> RunningServer {
        try await start(at: endpoint) { router in
            router.unary(EchoServiceMethods.echo) { _, _ in EchoMessage(number: Int64(number)) }
            addRoutes(&router)
        }
    }
}

/// Runs `body` with one server over each carrier, and a client with some configuration.
package func withServer(
    over carrier: Carrier = .memory, client configuration: ClientConfiguration = .patient,
    configure: (inout ServerConfiguration) -> Void = { _ in },
    _ addRoutes: (inout Router) -> Void, _ body: (NetworkClient, Server) async throws -> Void
) async throws {
    let endpoint: Endpoint =
        carrier == .unixSocket ? .unix(path: temporarySocket()) : .tcp(host: "127.0.0.1", port: 0)
    let running = try await RunningServer.start(at: endpoint, configure: configure, addRoutes)
    let loops = MultiThreadedEventLoopGroup.singleton
    let client =
        carrier == .memory
        ? NetworkClient(
            connectors: [
                running.server.inMemoryConnector(
                    configuration: configuration.connection, clientLoop: loops.next(),
                    serverLoop: loops.next())
            ], configuration: configuration)
        : NetworkClient(running.endpoint, configuration: configuration, logger: .quiet)
    do {
        try await body(client, running.server)
    } catch {
        client.close()
        await running.server.drain()
        throw error
    }
    client.close()
    await running.server.drain()
}

package func temporarySocket() -> String {
    FileManager.default.temporaryDirectory
        .appending(path: "rollcall-\(UInt32.random(in: 0 ... .max)).sock").path
}

/// A number that tasks count up.
package final class Count: Sendable {
    private let count = Atomic(0)

    package init() {}

    package var value: Int { count.load(ordering: .relaxed) }

    @discardableResult
    package func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

/// A switch that a test turns while handlers and callers look at it.
package final class Switch: Sendable {
    private let state = Atomic(false)

    package init() {}

    package var isOn: Bool { state.load(ordering: .relaxed) }

    package func turn(on: Bool = true) { state.store(on, ordering: .relaxed) }
}
