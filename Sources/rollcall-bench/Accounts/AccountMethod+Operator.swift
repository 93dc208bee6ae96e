import RollcallAPI
import RollcallRPC

/// What the operator asks, whom a daemon knows by its unix socket.
extension AccountMethod {
    func getUser(
        _ session: SeededSession, by client: LoadClient, _ options: CallOptions
    ) async throws {
        try await get(.email(session.email), of: session, by: client, options)
    }

    func getUserByName(
        _ session: SeededSession, by client: LoadClient, _ options: CallOptions
    ) async throws {
        try await get(.displayName(session.displayName), of: session, by: client, options)
    }

    /// Page after page: each call asks for the one behind that of the call before.
    func listUsers(
        _ session: SeededSession, by client: LoadClient, _ options: CallOptions
    ) async throws {
        let page = session.userPage.withLock { $0 }
        let request = ListUsersRequest(pageSize: Self.pageSize, pageToken: page)
        let answer = try await AuthAdminServiceClient(client).listUsers(request, options: options)
        try check(answer.users.count == Int(Self.pageSize) || answer.nextPageToken.isEmpty)
        session.userPage.withLock { $0 = answer.nextPageToken }
    }

    func listUserSessions(
        _ session: SeededSession, by client: LoadClient, _ options: CallOptions
    ) async throws {
        let answer = try await AuthAdminServiceClient(client).listUserSessions(
            ListUserSessionsRequest(userID: session.userID), options: options)
        try check(answer.sessions.contains { $0.sessionID == session.sessionID })
    }

    private func get(
        _ key: GetUserRequest.Key, of session: SeededSession, by client: LoadClient,
        _ options: CallOptions
    ) async throws {
        let answer = try await AuthAdminServiceClient(client).getUser(
            GetUserRequest(key: key), options: options)
        try check(answer.user?.userID == session.userID)
    }

    private static let pageSize: UInt32 = 50
}
