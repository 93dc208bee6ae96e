import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func goOnline(
        _ request: GoOnlineRequest, context: CallContext
    ) async throws -> GoOnlineResponse {
        let wish = try LeaseWish(request, context)
        let user = try context.userID
        let lease = try await leases.goOnline(user, wish)
        do {
            // The session may have ended between the check of the token and now, when it had no lease yet.
            _ = try await authenticator.authenticate(context)
        } catch {
            try await leases.goOffline(lease.id, of: user)
            throw error
        }
        return GoOnlineResponse(leaseID: lease.id, leaseMs: lease.duration)
    }
}
