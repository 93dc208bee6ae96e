import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listUserSessions(
        _ request: ListUserSessionsRequest, context: CallContext
    ) async throws -> ListUserSessionsResponse {
        let found = try await store.sessions(
            of: userID(request.user, context), at: sessionClock)
        guard let (sessions, account) = found else { throw RPCError.userNotFound }
        return ListUserSessionsResponse(
            sessions: sessions.map { $0.message(account.address, isCurrent: false, configuration) })
    }
}
