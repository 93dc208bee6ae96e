import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func revokeAllSessions(
        _ request: RevokeAllSessionsRequest, context: CallContext
    ) async throws -> RevokeAllSessionsResponse {
        try await revoke(.all, context)
        return RevokeAllSessionsResponse()
    }
}
