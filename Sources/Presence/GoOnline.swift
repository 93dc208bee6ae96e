import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func goOnline(
        _ request: GoOnlineRequest, context: CallContext
    ) async throws -> GoOnlineResponse {
        let wish = try LeaseWish(request, context)
        let user = try context.userID
        let lease = try await hub.attempt(for: context, authenticator) {
            roster, now throws(Roster.Refusal) in
            try roster.goOnline(user, wish, at: now)
        }
        return GoOnlineResponse(leaseID: lease.id, leaseMs: lease.duration)
    }
}
