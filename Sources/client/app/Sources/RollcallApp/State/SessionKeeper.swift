import Foundation

/// Keeps the session: in the store, in memory, and in the state that the app sees.
///
/// Nothing that a server answers late changes anything: every change names the session that it is
/// about, and finds the store's newest state.
final class SessionKeeper: Sendable {
    let vault: SessionVault
    let broadcast = Broadcast(AuthState.restoring)
    let connection: Connection
    /// Tells that there may be sessions to end at the server.
    let endingsChanged: AsyncStream<Void>
    private let tellsEndings: AsyncStream<Void>.Continuation
    private let mutex = AsyncMutex()
    private let memory = Locked<StoredSession?>(nil)
    /// The exchanges that are under way, by the refresh token.
    private let refreshes = Locked<[String: Task<Refreshed, Never>]>([:])

    typealias Refreshed = Result<AccessToken, RollcallError>

    init(_ connection: Connection, _ store: any SessionStore) {
        (self.connection, vault) = (connection, SessionVault(store: store))
        (endingsChanged, tellsEndings) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(1))
    }

    /// The device's time, in milliseconds since 1970-01-01 UTC. It may be wrong.
    static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    // MARK: Changes

    /// Changes what is stored, and then the state. A task that is cancelled meanwhile does not stop
    /// it halfway.
    ///
    /// - Parameter reason: why no user is signed in afterwards, if none is and one was.
    /// - Throws: `RollcallError` when nothing was changed.
    @discardableResult func change<Output: Sendable>(
        because reason: SignedOutReason = .noSession,
        _ body: @escaping @Sendable (inout StoredState) -> Output
    ) async throws(RollcallError) -> Output {
        let work = Task { () -> Result<Output, RollcallError> in
            do throws(RollcallError) {
                return .success(
                    try await mutex.alone { () async throws(RollcallError) in
                        let (output, session) = try await vault.change { state in
                            (body(&state), state.session)
                        }
                        remember(session, reason)
                        return output
                    })
            } catch {
                return .failure(error)
            }
        }
        return try await work.value.get()
    }

    /// Reads the store, unless that was done.
    ///
    /// - Throws: `RollcallError` when the store cannot be read now: the state is still unknown.
    func restore() async throws(RollcallError) {
        try await mutex.alone { () async throws(RollcallError) in
            guard broadcast.value == .restoring else { return }
            let (stored, isDamaged) = try await vault.load()
            remember(stored.session, isDamaged ? .storeDamaged : .noSession)
            if !stored.endings.isEmpty { tellsEndings.yield() }
        }
    }

    private func remember(_ session: StoredSession?, _ reason: SignedOutReason) {
        memory.withLock { $0 = session }
        if let session {
            broadcast.set(.signedIn(session.user))
        } else if broadcast.value.user != nil || broadcast.value == .restoring {
            broadcast.set(.signedOut(reason))
        }
    }

    // MARK: Sessions

    /// Saves a session that was just opened, and the device's token. The one before is signed out.
    func open(
        _ session: Session?, _ tokens: Tokens?, _ deviceToken: String
    ) async throws(RollcallError) -> User {
        let opened = try StoredSession(session, tokens, now: Self.now())
        try await change { state in
            state.endSession()
            state.session = opened
            state.signUp = nil
            if !deviceToken.isEmpty { state.deviceToken = deviceToken }
        }
        tellsEndings.yield()
        return opened.user
    }

    /// Signs out at once. The server learns of it when it can be reached.
    func signOut() async throws(RollcallError) {
        let session = memory.withLock { $0 }
        do throws(RollcallError) {
            try await change(because: .signedOut) { $0.endSession() }
            tellsEndings.yield()
        } catch {
            guard error.origin == .store else { throw error }
            // A full disk does not let a file be replaced, but removed. Then nothing but this
            // attempt ends the session before it expires.
            try await change(because: .signedOut) { $0 = StoredState() }
            if let session { Task { await end(session) } }
        }
    }

    /// The session is over at the server.
    func forget(_ id: String, because reason: SignedOutReason) async throws(RollcallError) {
        try await change(because: reason) { state in
            if state.session?.id == id { state.session = nil }
        }
    }

    /// What the server says of the session now.
    func update(_ session: Session) async throws(RollcallError) {
        guard memory.withLock({ $0?.id }) == session.sessionID else { return }
        try await changeUser(session.userID) { user in
            (user.email, user.isEmailVerified) = (session.email, session.isEmailVerified)
        }
    }

    /// Changes what is known of the user who is signed in; nothing if it is another one by now.
    ///
    /// - Returns: the user afterwards; nil if it is another one.
    @discardableResult func changeUser(
        _ id: String, _ body: @escaping @Sendable (inout User) -> Void
    ) async throws(RollcallError) -> User? {
        try await change { state -> User? in
            guard var user = state.session?.user, user.id == id else { return nil }
            body(&user)
            state.session?.user = user
            return user
        }
    }

    /// The user who is signed in.
    func user() async throws(RollcallError) -> User {
        if broadcast.value == .restoring { try await restore() }
        guard let user = broadcast.value.user else { throw .notSignedIn }
        return user
    }

    var sessionID: String? { memory.withLock { $0?.id } }

    // MARK: Tokens

    /// An access token for a call that is made now.
    func accessToken() async throws(RollcallError) -> AccessToken {
        if broadcast.value == .restoring { try await restore() }
        guard let session = memory.withLock({ $0 }) else { throw .notSignedIn }
        guard session.isStale(now: Self.now()) else { return session.token }
        return try await replacement(for: session.token)
    }

    /// An access token in place of a stale or refused one. Calls at the same time share one
    /// exchange.
    func replacement(for refused: AccessToken) async throws(RollcallError) -> AccessToken {
        let task = refreshes.withLock { running -> Task<Refreshed, Never>? in
            // A token is in memory before its exchange leaves this list.
            guard let session = memory.withLock({ $0 }), session.id == refused.sessionID else {
                return nil
            }
            guard session.token == refused else { return Task { .success(session.token) } }
            if let task = running[session.refreshToken] { return task }
            let task = Task {
                let result = await refresh(session)
                _ = refreshes.withLock { $0.removeValue(forKey: session.refreshToken) }
                return result
            }
            running[session.refreshToken] = task
            return task
        }
        guard let task else { throw .notSignedIn }
        return try await task.valueUnlessCancelled().get()
    }

    private func refresh(_ session: StoredSession) async -> Refreshed {
        do {
            let request = RefreshRequest(refreshToken: session.refreshToken)
            let answer: RefreshResponse = try await connection.unary(
                "rollcall.v1.AuthService/Refresh", request)
            var fresh = session
            try fresh.replaceTokens(with: answer.tokens, now: Self.now())
            return .success(try await save(fresh, inPlaceOf: session))
        } catch {
            let error = RollcallError(error)
            guard let reason = SignedOutReason(error) else { return .failure(error) }
            // Another process may have exchanged the token before.
            try? await change(because: reason) { state in
                if state.session?.refreshToken == session.refreshToken { state.session = nil }
            }
            return .failure(error)
        }
    }

    private func save(
        _ fresh: StoredSession, inPlaceOf old: StoredSession
    ) async throws(RollcallError) -> AccessToken {
        do throws(RollcallError) {
            let current = try await change { state -> StoredSession? in
                guard state.session?.id == old.id else { return nil }
                if state.session?.refreshToken == old.refreshToken {
                    let user = state.session?.user
                    state.session = fresh
                    if let user { state.session?.user = user }
                }
                return state.session
            }
            guard let current else { throw RollcallError.notSignedIn }
            return current.token
        } catch {
            guard error.origin == .store else { throw error }
            // The new refresh token was not saved, so the old one is used again: that is allowed
            // until its successor was used.
            return memory.withLock { memory in
                guard memory?.refreshToken == old.refreshToken else { return fresh.token }
                memory?.accessToken = fresh.accessToken
                memory?.accessTokenExpiresAtMs = fresh.accessTokenExpiresAtMs
                memory?.clockLeadMs = fresh.clockLeadMs
                return fresh.token
            }
        }
    }
}

extension Task where Failure == Never {
    /// The value, or an error as soon as the waiting task is cancelled. This task goes on.
    func valueUnlessCancelled() async throws(RollcallError) -> Success {
        let (values, continuation) = AsyncStream<Success>.makeStream()
        let waiting = Task<Void, Never> {
            continuation.yield(await value)
            continuation.finish()
        }
        defer { waiting.cancel() }
        for await value in values { return value }
        throw .canceled
    }
}
