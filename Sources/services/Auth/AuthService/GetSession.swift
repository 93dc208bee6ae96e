import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func getSession(
        _ request: GetSessionRequest, context: CallContext
    ) async throws -> GetSessionResponse {
        guard
            let (session, address) = try await store.sessionAndAddress(context.sessionID),
            session.isLive(at: clock(), configuration)
        else { throw RPCError.sessionEnded }
        return GetSessionResponse(session: session.message(address, configuration))
    }
}
