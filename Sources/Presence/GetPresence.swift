import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func getPresence(
        _ request: GetPresenceRequest, context: CallContext
    ) async throws -> GetPresenceResponse {
        let users = try UserList(request: request.userIDs)
        let entries = hub.withRoster { roster, _ in roster.entries(of: users.ids) }
        return GetPresenceResponse(presences: entries.map(\.message))
    }
}

extension Roster.Entry {
    var message: Presence {
        Presence(userID: user.description, state: state, lastSeenMs: lastSeen)
    }
}
