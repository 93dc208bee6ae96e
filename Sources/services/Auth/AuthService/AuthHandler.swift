import AccessTokens
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `AuthService`, each in a file named for it.
package struct AuthHandler: AuthService {
    let store: AuthStore
    let names: DisplayNames
    let limits: Limits
    let verifier: PasswordVerifier
    let issuer: SessionIssuer
    let signUps: SignUpSaga
    let signUpsUnderWay: SignUpsUnderWay
    let rehashes: RehashQueue
    let notices: Notices
    /// Asked again as long as a stream goes on.
    let authenticator: CurrentCallers
    let metrics: AuthMetrics
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let logger: Logger

    /// Ends sessions of the caller's account, if the caller's own is live.
    func revoke(_ revocation: AuthStore.Revocation, _ context: CallContext) async throws {
        try await store.revoke(revocation, by: context.sessionID, now: clock(), configuration)
    }

    /// A service token, and when it expires in milliseconds since 1970.
    func serviceToken(for name: String, now: Int64) throws -> (String, expiresAtMs: Int64) {
        let end = now / 1000 + configuration.serviceTokenLifetime.components.seconds
        let claims = AccessTokenClaims(
            subject: .service(name), issuedAt: now / 1000, expiresAt: end)
        return (try issuer.keys.signer.token(for: claims), end * 1000)
    }
}
