import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func kickDevice(
        _ request: KickDeviceRequest, context: CallContext
    ) async throws -> KickDeviceResponse {
        let user = try context.userID
        _ = hub.withRoster { roster, now in
            roster.kick(user, lease: request.leaseID, at: now)
        }
        return KickDeviceResponse()
    }
}
