import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func sendSignInCode(
        _ request: SendSignInCodeRequest, context: CallContext
    ) async throws -> SendSignInCodeResponse {
        throw RPCError(.unimplemented, "not there yet")
    }
}
