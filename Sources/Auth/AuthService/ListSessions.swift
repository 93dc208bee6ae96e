import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func listSessions(
        _ request: ListSessionsRequest, context: CallContext
    ) async throws -> ListSessionsResponse {
        let id = try sessionID(of: context)
        guard
            let (sessions, account) = try await store.sessions(
                seenFrom: id, now: clock(), configuration)
        else { throw RPCError.sessionEnded }
        return ListSessionsResponse(
            sessions: sessions.map { message($0, of: account.address, isCurrent: $0.id == id) })
    }
}
