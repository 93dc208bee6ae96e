import RollcallAPI
import RollcallRPC

extension SessionHandler {
    func revokeAllSessions(
        _ request: RevokeAllSessionsRequest, _ context: CallContext
    ) async throws -> RevokeAllSessionsResponse {
        try await revoke(.all, context)
        return RevokeAllSessionsResponse()
    }
}
