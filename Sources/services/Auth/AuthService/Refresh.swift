import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    package func refresh(
        _ request: RefreshRequest, context: CallContext
    ) async throws -> RefreshResponse {
        // By length first: a token is short, and what comes need not be.
        guard request.refreshToken.utf8.count <= Self.longestRefreshToken,
            let token = OpaqueToken(request.refreshToken, kind: .refresh)
        else { throw Self.invalidToken }
        let exchange = Exchange(
            token: token, mint: issuer.mint, nonce: try issuer.random.bytes(16), now: clock(),
            notices: notices)
        let outcome = try await store.refresh(exchange, configuration)
        switch outcome {
        case .refreshed(let session, let role, let next, _):
            return RefreshResponse(
                tokens: try await issuer.tokens(of: session, role: role, refreshToken: next))
        case .unknown:
            throw Self.invalidToken
        case .ended:
            throw RPCError.sessionEnded
        case .reused(let sessionID):
            logger.warning(
                "a spent refresh token came back; its session was ended",
                metadata: ["session.id": "\(sessionID)"])
            throw RPCError.violation(
                .unauthenticated, .refreshTokenReused, field: "refresh_token",
                "the refresh token had been used up, so the session was ended; sign in")
        }
    }

    private static let longestRefreshToken = 256

    private static var invalidToken: RPCError {
        .violation(
            .unauthenticated, .refreshTokenInvalid, field: "refresh_token",
            "the refresh token is not one of a session; sign in")
    }
}
