import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func revokeUserSessions(
        _ request: RevokeUserSessionsRequest, context: CallContext
    ) async throws -> RevokeUserSessionsResponse {
        let user = try await change(request.user, by: .endSessions, context)
        return RevokeUserSessionsResponse(user: user)
    }
}
