import Logging
import NIOPosix
import RollcallRPC

/// A server of a test, and a client's connection to it in memory.
package struct TestServer: Sendable {
    package let server: Server
    package let connection: any RPCClient

    /// - Parameter authenticator: nil where every RPC is for anyone.
    package init(
        authenticator: (any Authenticator)?, interceptors: [any ServerInterceptor] = [],
        configuration: ServerConfiguration = .patient, logger: Logger = .quiet,
        _ addRoutes: (inout Router) -> Void
    ) throws {
        var router = Router()
        addRoutes(&router)
        server = try Server(
            router: router, authenticator: authenticator, interceptors: interceptors,
            configuration: configuration, logger: logger)
        let loops = MultiThreadedEventLoopGroup.singleton
        connection = server.inMemoryClient(
            configuration: .patient, clientLoop: loops.next(), serverLoop: loops.next())
    }

    package func drain() async { await server.drain() }
}
