import Foundation

@testable import RollcallApp

/// A front door that opens a session for everybody, and fails as a test says.
final class ScriptedDoor: Sendable {
    typealias Answer = @Sendable (HostileServer.Request, HostileServer.Connection) -> Void

    private struct State {
        var sessions = 0
        var tokens = 0
        /// What is answered in place of the usual, by the method.
        var answers: [String: Answer] = [:]
        var watches: [HostileServer.Connection] = []
        /// The access tokens of sessions that were ended.
        var ended: [String] = []
    }

    let server: HostileServer
    private let state: Locked<State>

    init() throws {
        let state = Locked(State())
        self.state = state
        server = try HostileServer { request, connection in
            let method = request.path.split(separator: "/").last.map(String.init) ?? ""
            if let answer = state.withLock({ $0.answers[method] ?? $0.answers["*"] }) {
                answer(request, connection)
            } else {
                Self.answer(method, request, connection, state)
            }
        }
    }

    /// Answers a method, or all by `*`, in another way from now on; nil in the usual one.
    func answer(_ method: String, _ answer: Answer?) {
        state.withLock { $0.answers[method] = answer }
    }

    /// Ends the session for all who watch.
    func end(_ reason: SessionEndReason) {
        var message = WatchSessionResponse()
        var end = SessionEnd()
        end.reason = reason
        message.news = .end(end)
        tellWatches(message)
    }

    func tellWatches(_ message: WatchSessionResponse) {
        for watch in state.withLock({ $0.watches }) { watch.sendPart(message) }
    }

    var watches: Int { state.withLock { $0.watches.count } }
    var endedTokens: [String] { state.withLock { $0.ended } }

    func app(_ store: any SessionStore = InMemorySessionStore()) -> Rollcall {
        Rollcall(server.address, store: store, timeout: .seconds(5))
    }

    /// Fails every call in the same way, as if there were no network.
    func lose() {
        state.withLock { $0.answers = ["*": { $1.close() }] }
        for watch in state.withLock({ $0.watches }) { watch.close() }
        state.withLock { $0.watches = [] }
    }

    static func session(_ number: Int, user: String = "ann") -> Session {
        var session = Session()
        session.sessionID = "session-\(number)"
        session.userID = "user-of-\(user)"
        session.email = "\(user)@example.org"
        return session
    }

    static func tokens(_ number: Int, lifetime: Int64 = 600_000, lead: Int64 = 0) -> Tokens {
        var tokens = Tokens()
        tokens.accessToken = "access-\(number)"
        tokens.refreshToken = "refresh-\(number)"
        tokens.accessTokenLifetimeMs = lifetime
        tokens.accessTokenExpiresAtMs = SessionKeeper.now() + lead + lifetime
        return tokens
    }

    /// What a store has after an earlier launch, with an access token that has expired.
    static func stored(expired: Bool = true) throws -> Data {
        var state = StoredState()
        state.session = try StoredSession(
            session(0), tokens(0, lifetime: expired ? 1 : 600_000), now: SessionKeeper.now())
        return try JSONEncoder().encode(state)
    }

    private static func answer(
        _ method: String, _ request: HostileServer.Request, _ connection: HostileServer.Connection,
        _ state: Locked<State>
    ) {
        let number = state.withLock { state in
            state.tokens += 1
            if ["SignIn", "SignUp"].contains(method) { state.sessions += 1 }
            return (session: state.sessions, token: state.tokens)
        }
        switch method {
        case "SignIn":
            let asked = try? SignInRequest(decoding: request.body)
            var answer = SignInResponse()
            answer.session = session(number.session, user: name(asked?.email))
            answer.tokens = tokens(number.token)
            answer.deviceToken = "device-\(number.token)"
            connection.answer(answer)
        case "SignUp":
            let asked = try? SignUpRequest(decoding: request.body)
            var answer = SignUpResponse()
            answer.session = session(number.session, user: name(asked?.email))
            answer.tokens = tokens(number.token)
            connection.answer(answer)
        case "Refresh":
            var answer = RefreshResponse()
            answer.tokens = tokens(number.token)
            connection.answer(answer)
        case "SignOut":
            state.withLock { $0.ended.append(request.token ?? "") }
            connection.answer(SignOutResponse())
        case "WatchSession":
            connection.beginStream()
            connection.sendPart(WatchSessionResponse())
            state.withLock { $0.watches.append(connection) }
            connection.waitForEnd()
        case "GetSession": connection.answer(GetSessionResponse())
        default: connection.answer(501, .unimplemented)
        }
    }

    // MARK: Profiles

    /// Answers with the own profile from now on: the name of `user-of-ann` is Ann.
    func answerProfiles(_ change: @escaping @Sendable (inout Profile) -> Void = { _ in }) {
        answer("GetProfile") { request, connection in
            let key = (try? GetProfileRequest(decoding: request.body))?.user?.key
            guard case .userID(let id) = key else {
                return connection.answer(404, .notFound, .profileNotFound)
            }
            var answer = Self.profileAnswer(id, id.dropFirst("user-of-".count).capitalized)
            if var profile = answer.profile {
                change(&profile)
                answer.profile = profile
            }
            connection.answer(answer)
        }
    }

    static func profileAnswer(_ id: String, _ name: String) -> GetProfileResponse {
        var (answer, profile) = (GetProfileResponse(), Profile())
        (profile.userID, profile.displayName) = (id, name)
        answer.profile = profile
        return answer
    }

    /// Answers with users whose ids begin with `user-`, and who are online.
    func answerUsers() {
        answer("BatchGetProfiles") { request, connection in
            let asked = (try? BatchGetProfilesRequest(decoding: request.body))?.users ?? []
            connection.answer(Self.profiles(of: asked))
        }
        answer("SearchProfiles") { _, connection in
            var answer = SearchProfilesResponse()
            answer.profiles = [User.sample(1).profile]
            connection.answer(answer)
        }
        answer("GetPresence") { request, connection in
            var answer = GetPresenceResponse()
            let asked = (try? GetPresenceRequest(decoding: request.body))?.userIDs ?? []
            answer.presences = asked.map { id in
                var presence = Presence()
                (presence.userID, presence.state) = (id, .online)
                presence.lastSeenAtMs = 1_800_000_000_000
                return presence
            }
            connection.answer(answer)
        }
    }

    static func profiles(of users: some Sequence<UserKey>) -> BatchGetProfilesResponse {
        var answer = BatchGetProfilesResponse()
        answer.profiles = users.compactMap { user in
            guard case .userID(let id) = user.key, let number = Int(id.dropFirst("user-".count))
            else { return nil }
            return User.sample(number).profile
        }
        return answer
    }

    private static func name(_ email: String?) -> String {
        email?.split(separator: "@").first.map(String.init) ?? "nobody"
    }
}

/// A store that a test can make fail. On a full disk a file can still be removed.
final class BrittleStore: SessionStore {
    let inner: InMemorySessionStore
    let readFails = Locked(false)
    let writeFails = Locked(false)

    init(_ stored: Data? = nil) { inner = InMemorySessionStore(stored) }

    func load() async throws -> Data? {
        if readFails.withLock({ $0 }) { throw POSIXError(.EACCES) }
        return await inner.load()
    }

    func update<Result: Sendable>(
        _ change: @Sendable (inout Data?) throws -> Result
    ) async throws -> Result {
        if readFails.withLock({ $0 }) { throw POSIXError(.EACCES) }
        let isFull = writeFails.withLock { $0 }
        return try await inner.update { bytes in
            let before = bytes
            let result = try change(&bytes)
            if isFull, bytes != nil, bytes != before { throw POSIXError(.ENOSPC) }
            return result
        }
    }
}

extension SessionStore {
    func state() async throws -> StoredState {
        guard let bytes = try await load() else { return StoredState() }
        return try JSONDecoder().decode(StoredState.self, from: bytes)
    }
}

extension Rollcall {
    /// Waits until the store was read.
    func restored() async -> AuthState {
        for await state in states where state != .restoring { return state }
        return .restoring
    }
}
