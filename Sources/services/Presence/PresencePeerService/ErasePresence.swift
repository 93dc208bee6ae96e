import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresencePeerHandler {
    package func erasePresence(
        _ request: ErasePresenceRequest, context: CallContext
    ) async throws -> ErasePresenceResponse {
        let user = try UUIDv7(request: request.userID)
        // Here first, so that no device goes online again while the file forgets. What the writer
        // has taken out before, the file refuses.
        try await leases.erase(user)
        let (version, now) = hub.withRoster { ($0.lastChange(of: user), $1.wall) }
        return ErasePresenceResponse(
            erasedAtMs: try await store.erase(user, version: version, now: now))
    }
}
