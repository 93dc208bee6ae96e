import RollcallAPI
import RollcallRPC

extension UserHandler {
    func revokeUserSessions(
        _ request: RevokeUserSessionsRequest, _ context: CallContext
    ) async throws -> RevokeUserSessionsResponse {
        let user = try await change(request.userID, by: .endSessions, context)
        return RevokeUserSessionsResponse(user: user)
    }
}
