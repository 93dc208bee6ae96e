import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func goOffline(
        _ request: GoOfflineRequest, context: CallContext
    ) async throws -> GoOfflineResponse {
        try await leases.goOffline(request.leaseID, of: try context.userID)
        return GoOfflineResponse()
    }
}
