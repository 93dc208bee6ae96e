import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresenceAdminHandler {
    package func kickUser(
        _ request: KickUserRequest, context: CallContext
    ) async throws -> KickUserResponse {
        let user = try UUIDv7(request.user)
        let lease = request.leaseID == 0 ? nil : request.leaseID
        let count = try await leases.kick(user, lease: lease)
        log.note(context, ["user.id": "\(user)", "presence.devices": "\(count)"])
        return KickUserResponse(devices: UInt32(count))
    }
}
