import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func sendReauthentication(
        _ request: SendReauthenticationRequest, context: CallContext
    ) async throws -> SendReauthenticationResponse {
        throw RPCError(.unimplemented, "placeholder")
    }
}
