import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func getSession(
        _ request: GetSessionRequest, context: CallContext
    ) async throws -> GetSessionResponse {
        let (session, account) = try await caller(of: context)
        return GetSessionResponse(session: message(session, of: account))
    }
}
