import OpenIDConnect
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension IdentityHandler {
    package func startIdentity(
        _ request: StartIdentityRequest, context: CallContext
    ) async throws -> StartIdentityResponse {
        let provider = try identities.provider(request.provider)
        let route: IdentityAttempt.Route =
            switch request.way {
            case .page: .page
            case .app: .appRedirect
            case .unspecified: .appToken
            case .unrecognized: throw RPCError.malformed("way", "this way is not known")
            }
        guard route == .appToken || identities.hasPages(provider) else {
            throw RPCError.violation(
                .failedPrecondition, .signInWayOff, field: "way",
                "this provider is only for tokens of its own library")
        }
        let attempt = try identities.attempts.start(
            with: request.provider, by: route, at: clock(), random: identities.random)
        return StartIdentityResponse(
            attempt: attempt.token, nonce: attempt.nonce,
            nonceSha256: Hex.encode(SHA256Digest(of: attempt.nonce.utf8).bytes),
            authorizationURL: try await url(of: attempt, at: provider),
            state: attempt.state, expiresAtMs: attempt.expiresAt)
    }

    private func url(
        of attempt: IdentityAttempt, at provider: OpenIDConnect.IdentityProvider
    ) async throws -> String {
        guard let redirect = identities.redirect(attempt.provider, attempt.route) else { return "" }
        do {
            return try await provider.authorizationURL(of: attempt, redirect: redirect)
        } catch is ProviderError {
            throw RPCError.providerUnavailable
        }
    }
}
