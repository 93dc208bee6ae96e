import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresenceHandler {
    package func setPresenceFrozen(
        _ request: SetPresenceFrozenRequest, context: CallContext
    ) async throws -> SetPresenceFrozenResponse {
        let user = try UUIDv7(request: request.userID)
        let isFrozen = try await store.setFrozen(user, request.isFrozen, now: hub.now.wall)
        hub.withRoster { roster, _ in roster.setFrozen(user, isFrozen) }
        return SetPresenceFrozenResponse()
    }
}
