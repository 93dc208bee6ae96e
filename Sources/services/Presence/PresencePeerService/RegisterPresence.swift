import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresencePeerHandler {
    package func registerPresence(
        _ request: RegisterPresenceRequest, context: CallContext
    ) async throws -> RegisterPresenceResponse {
        let user = try UUIDv7(request: request.userID)
        guard request.signedUpAtMs != 0 else {
            throw RPCError.missing("signed_up_at_ms", "the time is missing")
        }
        guard request.signedUpAtMs > 0 else {
            throw RPCError.malformed("signed_up_at_ms", "the time is before 1970")
        }
        // Auth's clock may be ahead of this one, and nobody was seen in the future.
        let time = min(request.signedUpAtMs, hub.now.wall)
        let (reserved, version) = hub.withRoster { roster, _ in roster.reserveSignUp(of: user) }
        try await hub.settling(reserved, of: user) {
            try await store.register(user, at: time, version: version)
            try await leases.register(user, at: time)
        }
        return RegisterPresenceResponse()
    }
}
