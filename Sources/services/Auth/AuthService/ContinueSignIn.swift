import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func continueSignIn(
        _ request: ContinueSignInRequest, context: CallContext
    ) async throws -> ContinueSignInResponse {
        throw RPCError(.unimplemented, "placeholder")
    }
}
