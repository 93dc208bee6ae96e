import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func forcePasswordReset(
        _ request: ForcePasswordResetRequest, context: CallContext
    ) async throws -> ForcePasswordResetResponse {
        let isOperator = context.caller == .operator
        let user = try await changeUser(
            request.userID, context, noting: ["user.must_reset_password": "true"]
        ) { db, id, clock in
            guard try isOperator || !db.isLastAdmin(id, now: clock.now) else {
                throw RPCError.lastAdmin
            }
            try db.requireNewPassword(id, now: clock.now)
        }
        return ForcePasswordResetResponse(user: user)
    }
}
