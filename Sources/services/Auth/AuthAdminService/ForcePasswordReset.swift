import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func forcePasswordReset(
        _ request: ForcePasswordResetRequest, context: CallContext
    ) async throws -> ForcePasswordResetResponse {
        let user = try await change(
            request.user, by: .requireNewPassword, context,
            noting: ["user.must_reset_password": "true"])
        return ForcePasswordResetResponse(user: user)
    }
}
