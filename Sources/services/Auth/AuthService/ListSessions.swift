import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func listSessions(
        _ request: ListSessionsRequest, context: CallContext
    ) async throws -> ListSessionsResponse {
        let id = try context.sessionID
        let (sessions, account) = try await store.sessions(seenFrom: id, at: sessionClock)
        return ListSessionsResponse(
            sessions: sessions.map {
                $0.message(account.primary?.shown, isCurrent: $0.id == id, configuration)
            })
    }
}
