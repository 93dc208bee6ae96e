import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func getPresence(
        _ request: GetPresenceRequest, context: CallContext
    ) async throws -> GetPresenceResponse {
        let users = try UserList(request: request.userIDs)
        let viewer = try context.userID
        let entries = try hub.attempt { roster, _ throws(Roster.Refusal) in
            try roster.entries(of: users.ids, seenBy: viewer)
        }
        return GetPresenceResponse(presences: entries.map(\.message))
    }
}

extension Roster.Entry {
    var message: Presence {
        Presence(
            userID: user.description, state: state, lastSeenMs: lastSeen, lastSeen: bucket,
            displayName: card.name, photoNumber: card.photo, status: status?.message)
    }
}
