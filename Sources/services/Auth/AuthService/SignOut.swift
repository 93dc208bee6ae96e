import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func signOut(
        _ request: SignOutRequest, context: CallContext
    ) async throws -> SignOutResponse {
        try await store.endSession(context.sessionID, reason: .signedOut, now: clock())
        return SignOutResponse()
    }
}
