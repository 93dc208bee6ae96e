import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest, context: CallContext
    ) async throws -> UpdatePresenceSettingsResponse {
        let visibility = try UserVisibility(request)
        let user = try context.userID
        let (reserved, version) = try hub.withRoster { roster, now -> (UInt64?, UInt64?) in
            if let known = roster.users.index(of: user) {
                try roster.countChange(of: known, at: now)
            }
            return roster.reserveSetting(visibility, of: user)
        }
        try await hub.settling(reserved, of: user) {
            let stored = try await store.setVisibility(
                visibility, of: user, version: version, wall: hub.now.wall)
            guard let stored else { throw RPCError.userErased }
            try await leases.apply(stored)
        }
        return UpdatePresenceSettingsResponse()
    }
}
