import RollcallAPI
import RollcallRPC

/// Answers the calls of `AuthService`: says which handler answers which call. The answer to a call is in
/// the file named for it.
struct AuthHandler: Sendable {
    let signUps: SignUpHandler
    let signIns: SignInHandler
    let refreshes: RefreshHandler
    let sessions: SessionHandler
    let serviceTokens: ServiceTokenHandler
    let keys: KeyRing
    let metrics: AuthMetrics

    func add(to router: inout Router) {
        router.addAuthService(
            signUp: { request, context in
                try await metrics.countingSignUp { try await signUps.signUp(request, context) }
            },
            signIn: { request, context in
                try await metrics.countingSignIn { try await signIns.signIn(request, context) }
            },
            refresh: refreshes.refresh,
            signOut: sessions.signOut,
            getSession: sessions.getSession,
            listSessions: sessions.listSessions,
            revokeSession: sessions.revokeSession,
            revokeOtherSessions: sessions.revokeOtherSessions,
            revokeAllSessions: sessions.revokeAllSessions,
            watchSession: sessions.watchSession,
            getSigningKeys: getSigningKeys,
            getServiceToken: serviceTokens.getServiceToken,
            getOwnServiceToken: serviceTokens.getOwnServiceToken)
    }
}
