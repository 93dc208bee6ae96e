import RollcallAPI
import RollcallRPC

@testable import Auth

/// Calls without a server between, with a context of the test's choice.
extension AuthHandler {
    func signUp(_ request: SignUpRequest, context: CallContext) async throws -> SignUpResponse {
        try await signUps.signUp(request, context)
    }

    func signIn(_ request: SignInRequest, context: CallContext) async throws -> SignInResponse {
        try await signIns.signIn(request, context)
    }

    func refresh(_ request: RefreshRequest, context: CallContext) async throws -> RefreshResponse {
        try await refreshes.refresh(request, context)
    }
}

extension AccountHandler {
    func requestPasswordReset(
        _ request: RequestPasswordResetRequest, context: CallContext
    ) async throws -> RequestPasswordResetResponse {
        try await resetRequests.requestPasswordReset(request, context)
    }

    func resetPassword(
        _ request: ResetPasswordRequest, context: CallContext
    ) async throws -> ResetPasswordResponse {
        try await resets.resetPassword(request, context)
    }
}
