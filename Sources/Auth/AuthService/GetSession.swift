import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func getSession(
        _ request: GetSessionRequest, context: CallContext
    ) async throws -> GetSessionResponse {
        guard
            let (session, address) = try await store.sessionAndAddress(sessionID(of: context)),
            session.isLive(at: clock(), configuration)
        else { throw RPCError.sessionEnded }
        return GetSessionResponse(session: message(session, of: address))
    }
}
