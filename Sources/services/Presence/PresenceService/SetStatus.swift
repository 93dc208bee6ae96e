import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func setStatus(
        _ request: SetStatusRequest, context: CallContext
    ) async throws -> SetStatusResponse {
        let user = try context.userID
        guard let status = request.status else {
            throw RPCError.missing(
                "status", "the status is missing; one with an empty text removes it")
        }
        let change = try StatusChange(status, at: hub.now.wall)
        let duration = try await leases.renew(
            request.leaseID, of: user, DeviceUpdate(status: change))
        return SetStatusResponse(leaseMs: duration)
    }
}
