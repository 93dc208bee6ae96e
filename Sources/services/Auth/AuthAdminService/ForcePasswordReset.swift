import RollcallAPI
import RollcallRPC

extension UserHandler {
    func forcePasswordReset(
        _ request: ForcePasswordResetRequest, _ context: CallContext
    ) async throws -> ForcePasswordResetResponse {
        let user = try await change(
            request.userID, by: .requireNewPassword, context,
            noting: ["user.must_reset_password": "true"])
        return ForcePasswordResetResponse(user: user)
    }
}
