import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func setAway(
        _ request: SetAwayRequest, context: CallContext
    ) async throws -> SetAwayResponse {
        let update = DeviceUpdate(isAway: request.away)
        return SetAwayResponse(
            leaseMs: try await leases.renew(request.leaseID, of: try context.userID, update))
    }
}
