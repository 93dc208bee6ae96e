import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func getPresenceSettings(
        _ request: GetPresenceSettingsRequest, context: CallContext
    ) async throws -> GetPresenceSettingsResponse {
        let user = try context.userID
        let visibility = try hub.withRoster { roster, _ in try roster.visibility(of: user) }
        return GetPresenceSettingsResponse(visibility: visibility.message)
    }
}
