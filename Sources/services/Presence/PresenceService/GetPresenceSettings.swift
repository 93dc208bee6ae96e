import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func getPresenceSettings(
        _ request: GetPresenceSettingsRequest, context: CallContext
    ) async throws -> GetPresenceSettingsResponse {
        let user = try context.userID
        let visibility = try hub.attempt { roster, _ throws(Roster.Refusal) in
            try roster.visibility(of: user)
        }
        return GetPresenceSettingsResponse(visibility: visibility.message)
    }
}
