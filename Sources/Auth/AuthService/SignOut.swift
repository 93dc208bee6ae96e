import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func signOut(
        _ request: SignOutRequest, context: CallContext
    ) async throws -> SignOutResponse {
        let id = try sessionID(of: context)
        try await store.endSession(id, reason: .signedOut, now: clock())
        return SignOutResponse()
    }
}
