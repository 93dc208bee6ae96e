import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func kickDevice(
        _ request: KickDeviceRequest, context: CallContext
    ) async throws -> KickDeviceResponse {
        _ = try await leases.kick(try context.userID, lease: request.leaseID)
        return KickDeviceResponse()
    }
}
