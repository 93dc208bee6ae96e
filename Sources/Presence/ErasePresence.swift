import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresenceHandler {
    package func erasePresence(
        _ request: ErasePresenceRequest, context: CallContext
    ) async throws -> ErasePresenceResponse {
        let user = try UUIDv7(request: request.userID)
        // Here first, so that no device goes online again while the file forgets. What the writer has
        // taken out before, the file refuses.
        let (version, now) = hub.withRoster { roster, now in
            roster.erase(user, isStray: request.isStray)
            return (roster.lastChange(of: user), now.wall)
        }
        return ErasePresenceResponse(
            erasedAtMs: try await store.erase(
                user, version: version, isStray: request.isStray, now: now))
    }
}
