import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest, context: CallContext
    ) async throws -> UpdatePresenceSettingsResponse {
        let visibility = try UserVisibility(request)
        let user = try context.userID
        let version = try hub.attempt { roster, now throws(Roster.Refusal) -> UInt64? in
            if let known = roster.users.index(of: user) {
                try roster.countChange(of: known, at: now)
            }
            return roster.shows(user, as: visibility) ? nil : roster.reserveChange(of: user)
        }
        try await hub.settling(version, of: user) {
            let stored = try await store.setVisibility(
                visibility, of: user, version: version, wall: hub.now.wall)
            guard let stored else { throw RPCError.userErased }
            try await leases.apply(stored)
        }
        return UpdatePresenceSettingsResponse()
    }
}
