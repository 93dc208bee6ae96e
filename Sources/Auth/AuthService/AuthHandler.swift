import RollcallAPI
import RollcallRPC

/// Answers the calls of `AuthService`: says which handler answers which call. The answer to a call is in
/// the file named for it.
package struct AuthHandler: AuthService {
    let signUps: SignUpHandler
    let signIns: SignInHandler
    let refreshes: RefreshHandler
    let sessions: SessionHandler
    let serviceTokens: ServiceTokenHandler
    let keys: KeyRing
    let metrics: AuthMetrics
}

extension AuthHandler {
    package func signUp(
        _ request: SignUpRequest, context: CallContext
    ) async throws -> SignUpResponse {
        try await metrics.countingSignUp { try await signUps.signUp(request, context) }
    }

    package func signIn(
        _ request: SignInRequest, context: CallContext
    ) async throws -> SignInResponse {
        try await metrics.countingSignIn { try await signIns.signIn(request, context) }
    }

    package func refresh(
        _ request: RefreshRequest, context: CallContext
    ) async throws -> RefreshResponse {
        try await refreshes.refresh(request, context)
    }

    package func signOut(
        _ request: SignOutRequest, context: CallContext
    ) async throws -> SignOutResponse {
        try await sessions.signOut(request, context)
    }

    package func getSession(
        _ request: GetSessionRequest, context: CallContext
    ) async throws -> GetSessionResponse {
        try await sessions.getSession(request, context)
    }

    package func listSessions(
        _ request: ListSessionsRequest, context: CallContext
    ) async throws -> ListSessionsResponse {
        try await sessions.listSessions(request, context)
    }

    package func revokeSession(
        _ request: RevokeSessionRequest, context: CallContext
    ) async throws -> RevokeSessionResponse {
        try await sessions.revokeSession(request, context)
    }

    package func revokeOtherSessions(
        _ request: RevokeOtherSessionsRequest, context: CallContext
    ) async throws -> RevokeOtherSessionsResponse {
        try await sessions.revokeOtherSessions(request, context)
    }

    package func revokeAllSessions(
        _ request: RevokeAllSessionsRequest, context: CallContext
    ) async throws -> RevokeAllSessionsResponse {
        try await sessions.revokeAllSessions(request, context)
    }

    package func watchSession(
        _ request: WatchSessionRequest, responses: ResponseWriter<WatchSessionResponse>,
        context: CallContext
    ) async throws {
        try await sessions.watchSession(request, responses, context)
    }

    package func getServiceToken(
        _ request: GetServiceTokenRequest, context: CallContext
    ) async throws -> GetServiceTokenResponse {
        try await serviceTokens.getServiceToken(request, context)
    }

    package func getOwnServiceToken(
        _ request: GetOwnServiceTokenRequest, context: CallContext
    ) async throws -> GetOwnServiceTokenResponse {
        try await serviceTokens.getOwnServiceToken(request, context)
    }
}
