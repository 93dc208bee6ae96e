import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func signUpAnonymously(
        _ request: SignUpAnonymouslyRequest, context: CallContext
    ) async throws -> SignUpAnonymouslyResponse {
        throw RPCError(.unimplemented, "not there yet")
    }
}
