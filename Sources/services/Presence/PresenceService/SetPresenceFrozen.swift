import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresenceHandler {
    package func setPresenceFrozen(
        _ request: SetPresenceFrozenRequest, context: CallContext
    ) async throws -> SetPresenceFrozenResponse {
        let user = try UUIDv7(request: request.userID)
        let (version, now) = hub.withRoster { ($0.reserveChange(of: user), $1.wall) }
        try await hub.settling(version, of: user) {
            let isFrozen = try await store.setFrozen(
                user, request.isFrozen, isKnown: leases.knows(user), version: version, now: now)
            try await leases.setFrozen(user, isFrozen)
        }
        return SetPresenceFrozenResponse()
    }
}
