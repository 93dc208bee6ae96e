import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func removeFactors(
        _ request: RemoveFactorsRequest, context: CallContext
    ) async throws -> RemoveFactorsResponse {
        throw RPCError(.unimplemented, "not there yet")
    }
}
