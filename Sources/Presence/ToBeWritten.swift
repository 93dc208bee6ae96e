import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func registerPresence(
        _ request: RegisterPresenceRequest, context: CallContext
    ) async throws -> RegisterPresenceResponse {
        throw RPCError(.unimplemented, "not yet")
    }
}
