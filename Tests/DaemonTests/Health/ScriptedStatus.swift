import Logging
import NIOPosix
import RollcallAPI
import RollcallRPC

/// A server whose answers a test decides; everybody is the operator.
struct ScriptedStatus: StatusService {
    /// Throws what the call is refused with.
    let answer: @Sendable () async throws -> Void

    func getStatus(
        _ request: GetStatusRequest, context: CallContext
    ) async throws -> GetStatusResponse {
        try await answer()
        return GetStatusResponse()
    }

    func getResources(
        _ request: GetResourcesRequest, context: CallContext
    ) async throws -> GetResourcesResponse {
        try await answer()
        return GetResourcesResponse()
    }

    /// A client of such a server, in memory.
    static func client(
        interceptors: [any ServerInterceptor] = [],
        answer: @escaping @Sendable () async throws -> Void
    ) throws -> any RPCClient {
        var router = Router()
        router.add(ScriptedStatus(answer: answer))
        let server = try Server(
            router: router, authenticator: Everybody(), interceptors: interceptors,
            logger: Logger(label: "test"))
        let loops = MultiThreadedEventLoopGroup.singleton
        return server.inMemoryClient(clientLoop: loops.next(), serverLoop: loops.next())
    }
}

private struct Everybody: Authenticator {
    func authenticate(_ context: CallContext) async throws -> Caller { .operator }
}
