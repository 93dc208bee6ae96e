import RollcallAPI
import RollcallRPC
import TestServers

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
        try TestServer(authenticator: SameCaller(.operator), interceptors: interceptors) {
            $0.add(ScriptedStatus(answer: answer))
        }.connection
    }
}
