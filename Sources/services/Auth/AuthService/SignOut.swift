import RollcallAPI
import RollcallRPC

extension SessionHandler {
    func signOut(
        _ request: SignOutRequest, _ context: CallContext
    ) async throws -> SignOutResponse {
        try await store.endSession(context.sessionID, reason: .signedOut, now: clock())
        return SignOutResponse()
    }
}
