import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func goOnline(
        _ request: GoOnlineRequest, context: CallContext
    ) async throws -> GoOnlineResponse {
        let wanted = try LeaseRequest(
            request.deviceID, request.leaseMs, request.state, request.idleMs,
            of: GoOnlineRequest.self, context)
        let user = try context.userID
        let session = SessionCheck(context: context, authenticator: authenticator)
        let lease = try await leases.goOnline(user, wanted, session)
        return GoOnlineResponse(leaseID: lease.id, leaseMs: lease.duration)
    }
}
