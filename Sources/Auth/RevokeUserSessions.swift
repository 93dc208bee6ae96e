import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func revokeUserSessions(
        _ request: RevokeUserSessionsRequest, context: CallContext
    ) async throws -> RevokeUserSessionsResponse {
        let user = try await changeUser(request.userID, context) { db, id, clock in
            try db.endSessions(of: id, reason: .revokedByAdmin, now: clock.now)
        }
        return RevokeUserSessionsResponse(user: user)
    }
}
