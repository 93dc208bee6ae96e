import ArgumentParser
import RollcallAPI
import RollcallRPC

/// The RPCs that a load can make, each on a session of its own and checked.
enum AccountMethod: String, ExpressibleByArgument, CaseIterable {
    case refresh
    case signIn = "sign-in"
    /// With a wrong password, that has to be refused.
    case wrongSignIn = "wrong-sign-in"
    case getSession = "get-session"
    case listSessions = "list-sessions"
    case checkDisplayName = "check-display-name"
    case getProfile = "get-profile"
    /// Of any user, by the id.
    case getAnyProfile = "get-any-profile"
    /// A hundred of any users, by their ids.
    case batchGet = "batch-get-100"
    /// A name that is taken, with five others in its place.
    case suggestNames = "suggest-names"
    /// By the first characters of the user's own name.
    case search = "search"
    /// A new display name each time: a user has nine in a month.
    case rename
    case getUser = "get-user"
    case listUsers = "list-users"
    case listUserSessions = "list-user-sessions"
    /// Auth has Profile resolve the name.
    case getUserByName = "get-user-by-name"

    /// The password of every account that is seeded.
    static let password = "correct horse battery staple"

    /// Whether the session has to be refreshed before, as its access token is sent along.
    var needsAccessToken: Bool {
        switch self {
        case .getSession, .listSessions, .getProfile, .getAnyProfile, .batchGet, .search, .rename:
            true
        default: false
        }
    }

    /// - Parameter users: those of whom one is asked for; without them it is the session's own.
    /// - Throws: what the call throws; `WrongAnswer`.
    func call(
        _ session: SeededSession, of users: SeededUsers?, by client: LoadClient,
        options: CallOptions
    ) async throws {
        let (auth, profile) = (AuthServiceClient(client), ProfileServiceClient(client))
        switch self {
        case .refresh: try await session.refresh(by: auth, options: options)
        case .signIn: try await signIn(session, by: auth, options)
        case .wrongSignIn: try await failToSignIn(session, by: auth, options)
        case .getSession:
            let answer = try await auth.getSession(
                GetSessionRequest(), options: session.authorized(options))
            try check(answer.session?.sessionID == session.sessionID)
        case .listSessions:
            let answer = try await auth.listSessions(
                ListSessionsRequest(), options: session.authorized(options))
            try check(answer.sessions.contains { $0.sessionID == session.sessionID })
        case .checkDisplayName:
            try await checkDisplayName(session, by: client, options)
        case .getProfile:
            let request = RollcallAPI.GetProfileRequest(key: .displayName(session.displayName))
            let answer = try await profile.getProfile(
                request, options: session.authorized(options))
            try check(answer.profile?.userID == session.userID)
        case .getAnyProfile:
            try await getAnyProfile(users?.random() ?? session.userID, session, by: client, options)
        case .batchGet: try await batchGet(users, session, by: client, options)
        case .suggestNames: try await suggestNames(session, by: client, options)
        case .search: try await search(session, by: client, options)
        case .rename: try await rename(session, by: client, options)
        case .getUser: try await getUser(session, by: client, options)
        case .listUsers: try await listUsers(session, by: client, options)
        case .listUserSessions: try await listUserSessions(session, by: client, options)
        case .getUserByName: try await getUserByName(session, by: client, options)
        }
    }

    private func signIn(
        _ session: SeededSession, by auth: AuthServiceClient, _ options: CallOptions
    ) async throws {
        let request = SignInRequest(
            email: session.email, password: Self.password, deviceLabel: "bench")
        let answer = try await auth.signIn(request, options: options)
        try check(answer.session?.userID == session.userID)
    }

    private func failToSignIn(
        _ session: SeededSession, by auth: AuthServiceClient, _ options: CallOptions
    ) async throws {
        let request = SignInRequest(email: session.email, password: Self.password + "?")
        do {
            _ = try await auth.signIn(request, options: options)
            throw WrongAnswer()
        } catch let error as RPCError where error.code == .unauthenticated {}
    }
}
