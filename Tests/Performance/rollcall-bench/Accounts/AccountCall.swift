import RollcallAPI
import RollcallRPC

/// One call of an `AccountMethod`, on a session of its own.
struct AccountCall {
    let session: SeededSession
    /// Those of whom one is asked for; without them it is the session's own.
    let users: SeededUsers?
    let client: LoadClient
    let options: CallOptions

    private static let pageSize: UInt32 = 50

    /// - Throws: what the call throws; `WrongAnswer`.
    func make(_ method: AccountMethod) async throws {
        switch method {
        case .refresh: try await session.refresh(by: auth, options: options)
        case .signIn:
            let request = SignInRequest(
                email: session.email, password: AccountMethod.password, deviceLabel: "bench")
            let answer = try await auth.signIn(request, options: options)
            try check(answer.session?.userID == session.userID)
        case .wrongSignIn: try await failToSignIn()
        case .getSession:
            let answer = try await auth.getSession(GetSessionRequest(), options: authorized)
            try check(answer.session?.sessionID == session.sessionID)
        case .listSessions:
            let answer = try await auth.listSessions(ListSessionsRequest(), options: authorized)
            try check(answer.sessions.contains { $0.sessionID == session.sessionID })
        case .checkDisplayName:
            try check(await !checkName(suggestions: 0).isAvailable)
        case .suggestNames:
            try check(await checkName(suggestions: nil).suggestions.count == 5)
        case .getProfile:
            try check(await profile(.displayName(session.displayName))?.userID == session.userID)
        case .getAnyProfile:
            let user = users?.random() ?? session.userID
            try check(await profile(.userID(user))?.userID == user)
        case .batchGet:
            let ids = Set((0..<100).map { _ in users?.random() ?? session.userID })
            let request = BatchGetProfilesRequest(users: ids.map { .id($0) })
            let answer = try await profiles.batchGetProfiles(request, options: authorized)
            try check(answer.profiles.count == ids.count)
        case .search:
            let request = SearchProfilesRequest(prefix: String(session.displayName.prefix(5)))
            let answer = try await profiles.searchProfiles(request, options: authorized)
            try check(!answer.profiles.isEmpty)
        case .rename:
            let name = session.nextName()
            let answer = try await profiles.updateProfile(
                .changing(displayName: name), options: authorized)
            try check(answer.profile?.displayName == name)
        case .getUser: try check(await userID(.email(session.email)) == session.userID)
        case .getUserByName:
            try check(await userID(.displayName(session.displayName)) == session.userID)
        case .listUsers: try await listNextUsers()
        case .listUserSessions:
            let answer = try await admin.listUserSessions(
                ListUserSessionsRequest(user: .id(session.userID)), options: options)
            try check(answer.sessions.contains { $0.sessionID == session.sessionID })
        }
    }

    private var auth: AuthServiceClient { AuthServiceClient(client) }
    private var profiles: ProfileServiceClient { ProfileServiceClient(client) }
    /// As the operator, whom a daemon knows by its unix socket.
    private var admin: AuthAdminServiceClient { AuthAdminServiceClient(client) }

    private var authorized: CallOptions {
        get throws { try session.authorized(options) }
    }

    private func failToSignIn() async throws {
        let request = SignInRequest(email: session.email, password: AccountMethod.password + "?")
        do {
            _ = try await auth.signIn(request, options: options)
            throw WrongAnswer()
        } catch let error as RPCError where error.code == .unauthenticated {}
    }

    private func checkName(suggestions: UInt32?) async throws -> CheckDisplayNameResponse {
        let request = CheckDisplayNameRequest(
            displayName: session.displayName, maxSuggestions: suggestions)
        return try await profiles.checkDisplayName(request, options: options)
    }

    private func profile(
        _ key: UserKey.Key
    ) async throws -> RollcallAPI.Profile? {
        let request = RollcallAPI.GetProfileRequest(user: UserKey(key: key))
        return try await profiles.getProfile(request, options: authorized).profile
    }

    private func userID(_ key: UserKey.Key) async throws -> String? {
        try await admin.getUser(GetUserRequest(user: UserKey(key: key)), options: options).user?
            .userID
    }

    /// Page after page: each call asks for the one behind that of the call before.
    private func listNextUsers() async throws {
        let page = session.userPage.withLock { $0 }
        let request = ListUsersRequest(pageSize: Self.pageSize, pageToken: page)
        let answer = try await admin.listUsers(request, options: options)
        try check(answer.users.count == Int(Self.pageSize) || answer.nextPageToken.isEmpty)
        session.userPage.withLock { $0 = answer.nextPageToken }
    }
}
