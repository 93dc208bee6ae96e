import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func requestPasswordReset(
        _ request: RequestPasswordResetRequest, context: CallContext
    ) async throws -> RequestPasswordResetResponse {
        let email = try newEmail(request.email, "email", of: RequestPasswordResetRequest.self)
        let (flow, expiresAtMs) = try await resetRequests.accept(
            .resetPassword, at: email, locale: request.locale, deviceToken: request.deviceToken,
            context)
        return RequestPasswordResetResponse(flow: flow, expiresAtMs: expiresAtMs)
    }
}
