import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func goOnline(
        _ request: GoOnlineRequest, context: CallContext
    ) async throws -> GoOnlineResponse {
        let wish = try LeaseWish(request, context)
        let user = try context.userID
        let lease = try hub.attempt { roster, now throws(Roster.Refusal) in
            try roster.goOnline(user, wish, at: now)
        }
        do {
            // The session may have ended between the check of the token and now, when it had no lease yet.
            _ = try await authenticator.authenticate(context)
        } catch {
            hub.withRoster { roster, now in roster.goOffline(lease.id, of: user, at: now) }
            throw error
        }
        return GoOnlineResponse(leaseID: lease.id, leaseMs: lease.duration)
    }
}
