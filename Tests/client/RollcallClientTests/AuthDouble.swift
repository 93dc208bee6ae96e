import RollcallAPI
import RollcallRPC
import TestSupport

/// Auth, as far as a client can see it.
struct AuthDouble: AuthService, Authenticator {
    let deployment: Deployment

    func authenticate(_ context: CallContext) async throws -> Caller {
        let isValid = deployment.state.withLock {
            context.metadata[text: "authorization"] == "Bearer access-\($0.number)" && !$0.isEnded
        }
        guard isValid else { throw RPCError.violation(.unauthenticated, .accessTokenInvalid, "no") }
        return .user(
            UserIdentity(userID: "user", sessionID: "session", isAdmin: false, expiresAt: .max))
    }

    func signUp(_ request: SignUpRequest, context: CallContext) async throws -> SignUpResponse {
        deployment.state.withLock { $0.idempotencyKeys.append(request.idempotencyKey) }
        try deployment.checkIsThere()
        return SignUpResponse(session: session, tokens: tokens, deviceToken: "device")
    }

    func signIn(_ request: SignInRequest, context: CallContext) async throws -> SignInResponse {
        let pending = deployment.state.withLock { state in
            state.signIns.append(request)
            return state.pending
        }
        if let pending { return SignInResponse(pending: pending) }
        return SignInResponse(session: session, tokens: tokens, deviceToken: "device")
    }

    func continueSignIn(
        _ request: ContinueSignInRequest, context: CallContext
    ) async throws -> ContinueSignInResponse {
        deployment.state.withLock { $0.continuations.append(request) }
        guard request.step == .mailedCode("12345678") else {
            throw RPCError.violation(.invalidArgument, .codeWrong, field: "mailed_code", "no")
        }
        return ContinueSignInResponse(session: session, tokens: tokens, deviceToken: "device")
    }

    func signUpAnonymously(
        _ request: SignUpAnonymouslyRequest, context: CallContext
    ) async throws -> SignUpAnonymouslyResponse {
        throw RPCError(.unimplemented, "no test asks for it")
    }

    func upgradeAccount(
        _ request: UpgradeAccountRequest, context: CallContext
    ) async throws -> UpgradeAccountResponse {
        throw RPCError(.unimplemented, "no test asks for it")
    }

    func sendSignInCode(
        _ request: SendSignInCodeRequest, context: CallContext
    ) async throws -> SendSignInCodeResponse {
        throw RPCError(.unimplemented, "no test asks for it")
    }

    func signInWithCode(
        _ request: SignInWithCodeRequest, context: CallContext
    ) async throws -> SignInWithCodeResponse {
        throw RPCError(.unimplemented, "no test asks for it")
    }

    func refresh(_ request: RefreshRequest, context: CallContext) async throws -> RefreshResponse {
        // Long enough for all who ask at the same time to arrive.
        try await elapse(.milliseconds(20))
        try deployment.state.withLock { state in
            guard request.refreshToken == "refresh-\(state.number)", !state.isEnded else {
                throw RPCError.violation(.unauthenticated, .refreshTokenReused, "no")
            }
            state.number += 1
            state.refreshes += 1
        }
        return RefreshResponse(tokens: tokens)
    }

    func signOut(_ request: SignOutRequest, context: CallContext) async throws -> SignOutResponse {
        let token = context.metadata[text: "authorization"] ?? ""
        deployment.state.withLock { $0.signedOut.append(token) }
        return SignOutResponse()
    }

    func getSession(
        _ request: GetSessionRequest, context: CallContext
    ) async throws -> GetSessionResponse {
        GetSessionResponse(session: session)
    }

    func getServiceToken(
        _ request: GetServiceTokenRequest, context: CallContext
    ) async throws -> GetServiceTokenResponse {
        throw RPCError(.unimplemented, "no test asks for it")
    }

    func getOwnServiceToken(
        _ request: GetOwnServiceTokenRequest, context: CallContext
    ) async throws -> GetOwnServiceTokenResponse {
        throw RPCError(.unimplemented, "no test asks for it")
    }

    func listSessions(
        _ request: ListSessionsRequest, context: CallContext
    ) async throws -> ListSessionsResponse {
        ListSessionsResponse(sessions: [session])
    }

    func revokeSession(
        _ request: RevokeSessionRequest, context: CallContext
    ) async throws -> RevokeSessionResponse {
        deployment.state.withLock { $0.revoked.append(request.sessionID) }
        return RevokeSessionResponse()
    }

    func revokeOtherSessions(
        _ request: RevokeOtherSessionsRequest, context: CallContext
    ) async throws -> RevokeOtherSessionsResponse {
        deployment.state.withLock { $0.revoked.append("others") }
        return RevokeOtherSessionsResponse()
    }

    func revokeAllSessions(
        _ request: RevokeAllSessionsRequest, context: CallContext
    ) async throws -> RevokeAllSessionsResponse {
        deployment.state.withLock { state in
            state.revoked.append("all")
            state.isEnded = true
        }
        return RevokeAllSessionsResponse()
    }

    /// Says what the session is, and is then away; the second time, that it has ended.
    func watchSession(
        _ request: WatchSessionRequest, responses: ResponseWriter<WatchSessionResponse>,
        context: CallContext
    ) async throws {
        let count = deployment.state.withLock { state in
            state.sessionWatches += 1
            return state.sessionWatches
        }
        guard count == 1 else {
            return try await responses.send(
                WatchSessionResponse(news: .end(SessionEnd(reason: .revoked, endedAtMs: 7))))
        }
        try await responses.send(WatchSessionResponse(news: .session(session)))
        // The stream goes on.
        try await responses.send(WatchSessionResponse())
        try await deployment.leaveWatch()
    }

    func getSigningKeys(
        _ request: GetSigningKeysRequest, context: CallContext
    ) async throws -> GetSigningKeysResponse {
        GetSigningKeysResponse()
    }

    private var session: Session {
        Session(sessionID: "session", userID: "user", email: "anna@example.org")
    }

    private var tokens: Tokens {
        let (number, now) = deployment.state.withLock { ($0.number, $0.authTime) }
        return Tokens(
            accessToken: "access-\(number)",
            accessTokenExpiresAtMs: now.map { $0 + 600_000 } ?? .max,
            accessTokenLifetimeMs: now == nil ? 0 : 600_000, refreshToken: "refresh-\(number)")
    }
}
