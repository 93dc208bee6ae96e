import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func getPresenceSettings(
        _ request: GetPresenceSettingsRequest, context: CallContext
    ) async throws -> GetPresenceSettingsResponse {
        throw RPCError(.unimplemented, "not yet")
    }

    package func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest, context: CallContext
    ) async throws -> UpdatePresenceSettingsResponse {
        throw RPCError(.unimplemented, "not yet")
    }

    package func registerPresence(
        _ request: RegisterPresenceRequest, context: CallContext
    ) async throws -> RegisterPresenceResponse {
        throw RPCError(.unimplemented, "not yet")
    }
}
