import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresencePeerHandler {
    package func exportPresence(
        _ request: ExportPresenceRequest, context: CallContext
    ) async throws -> ExportPresenceResponse {
        let user = try UUIDv7(request: request.userID)
        return hub.withRoster { roster, _ in
            ExportPresenceResponse(
                presence: roster.ownEntry(of: user).message,
                leases: roster.leases(of: user).map {
                    ExportedLease(
                        leaseMs: $0.duration, state: $0.state,
                        sessionID: $0.session.description)
                },
                visibility: roster.shownVisibility(of: user).message,
                status: roster.status(of: user)?.message)
        }
    }
}
