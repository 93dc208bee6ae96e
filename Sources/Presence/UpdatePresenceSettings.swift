import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest, context: CallContext
    ) async throws -> UpdatePresenceSettingsResponse {
        let visibility = try UserVisibility(request)
        let stored = try await store.setVisibility(visibility, of: context.userID)
        guard let stored else { throw RPCError.userErased }
        hub.withRoster { roster, _ in roster.apply(stored) }
        return UpdatePresenceSettingsResponse()
    }
}
