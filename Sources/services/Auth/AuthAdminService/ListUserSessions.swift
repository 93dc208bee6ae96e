import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listUserSessions(
        _ request: ListUserSessionsRequest, context: CallContext
    ) async throws -> ListUserSessionsResponse {
        let id = try await userID(request.user, context)
        let (sessions, account) = try await store.read { [sessionClock] in
            try $0.sessions(of: id, at: sessionClock).orThrow(.userNotFound)
        }
        let address = account.primary?.shown
        return ListUserSessionsResponse(
            sessions: sessions.map { $0.message(address, isCurrent: false, configuration) })
    }
}
