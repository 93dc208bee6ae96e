import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func goOffline(
        _ request: GoOfflineRequest, context: CallContext
    ) async throws -> GoOfflineResponse {
        let user = try context.userID
        hub.withRoster { roster, now in roster.goOffline(request.leaseID, of: user, at: now) }
        return GoOfflineResponse()
    }
}
