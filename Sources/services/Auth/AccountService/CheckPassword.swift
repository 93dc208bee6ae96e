import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func checkPassword(
        _ request: CheckPasswordRequest, context: CallContext
    ) async throws -> CheckPasswordResponse {
        throw RPCError(.unimplemented, "not there yet")
    }
}
