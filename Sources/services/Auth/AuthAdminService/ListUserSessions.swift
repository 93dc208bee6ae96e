import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listUserSessions(
        _ request: ListUserSessionsRequest, context: CallContext
    ) async throws -> ListUserSessionsResponse {
        let found = try await store.sessions(
            of: userID(request.user, context), at: sessionClock)
        guard let (sessions, account) = found else { throw RPCError.userNotFound }
        let address = account.primary?.shown
        return ListUserSessionsResponse(
            sessions: sessions.map { $0.message(address, isCurrent: false, configuration) })
    }
}
