import RollcallAPI
import RollcallRPC

extension SessionHandler {
    func revokeOtherSessions(
        _ request: RevokeOtherSessionsRequest, _ context: CallContext
    ) async throws -> RevokeOtherSessionsResponse {
        try await revoke(.others, context)
        return RevokeOtherSessionsResponse()
    }
}
