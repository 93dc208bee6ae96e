import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func setAway(
        _ request: SetAwayRequest, context: CallContext
    ) async throws -> SetAwayResponse {
        let user = try context.userID
        let lease = try hub.attempt { roster, now throws(Roster.Refusal) in
            try roster.renew(
                request.leaseID, of: user, DeviceNews(mode: request.away ? .away : .online), at: now
            )
        }
        return SetAwayResponse(leaseMs: lease.duration)
    }
}
