import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func heartbeat(
        _ request: HeartbeatRequest, context: CallContext
    ) async throws -> HeartbeatResponse {
        let update = try DeviceUpdate(request, at: hub.now.wall)
        return HeartbeatResponse(
            leaseMs: try await leases.renew(request.leaseID, of: try context.userID, update))
    }
}
