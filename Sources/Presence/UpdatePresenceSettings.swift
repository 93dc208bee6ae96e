import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest, context: CallContext
    ) async throws -> UpdatePresenceSettingsResponse {
        let visibility = try UserVisibility(request)
        let user = try context.userID
        let version = hub.withRoster { roster, _ in
            roster.shows(user, as: visibility) ? nil : roster.reserveChange(of: user)
        }
        let stored = try await store.setVisibility(visibility, of: user, version: version)
        hub.withRoster { roster, _ in
            if let stored { roster.apply(stored) }
            roster.settleChange(version, of: user)
        }
        guard stored != nil else { throw RPCError.userErased }
        return UpdatePresenceSettingsResponse()
    }
}
