import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func signInWithCode(
        _ request: SignInWithCodeRequest, context: CallContext
    ) async throws -> SignInWithCodeResponse {
        throw RPCError(.unimplemented, "not there yet")
    }
}
