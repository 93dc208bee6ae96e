import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func heartbeat(
        _ request: HeartbeatRequest, context: CallContext
    ) async throws -> HeartbeatResponse {
        let user = try context.userID
        let lease = try hub.attempt { roster, now throws(Roster.Refusal) in
            try roster.renew(request.leaseID, of: user, DeviceNews(idle: request.idleMs), at: now)
        }
        return HeartbeatResponse(leaseMs: lease.duration)
    }
}
