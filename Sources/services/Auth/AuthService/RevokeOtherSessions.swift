import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func revokeOtherSessions(
        _ request: RevokeOtherSessionsRequest, context: CallContext
    ) async throws -> RevokeOtherSessionsResponse {
        try await revoke(.others, context)
        return RevokeOtherSessionsResponse()
    }
}
