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
    let hasher: PasswordHasher
    let passwordRules: AccountPasswordRules
    let callers: SignedInCallers
    let issuer: SessionIssuer
    let publishedKeys: @Sendable () async throws -> [SigningKey]
    let signUps: SignUpSaga
    let signUpsUnderWay: AuthQueue<SignUpRecord>
    let rehashes: RehashQueue
    let notices: Notices
    let challenges: Challenges
    let factors: Factors
    let resetRequests: ResetRequests
    let passkeys: Passkeys
    /// Asked again as long as a stream goes on.
    let authenticator: CurrentCallers
    let metrics: AuthMetrics
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let logger: Logger

    var sessionClock: SessionClock { SessionClock(now: clock(), configuration: configuration) }

    /// Opens a session of an account whose password was verified.
    ///
    /// - Parameters:
    ///   - known: the caller's device, if the account knows it; otherwise it has a new one.
    ///   - deviceToken: the token of a known device, which it keeps.
    ///   - identity: the one that was proved in place of a password.
    ///   - challenge: what the caller has met besides; it is used up if the session is opened.
    ///   - attempt: the sign-in that has waited for the factor; likewise.
    ///   - factor: the code or the passkey that the caller has given; likewise.
    ///   - isTold: whether the owner is sent a mail about a new device.
    ///   - notice: a mail to the owner in place of that one.
    ///   - permits: spent if the session is opened.
    /// - Returns: nil if the account is another than when the password was verified.
    func open(
        _ account: Account, on device: SessionDevice, known: KnownDevice? = nil,
        keeping deviceToken: String = "", by identity: ProvedIdentity? = nil,
        using challenge: Challenge? = nil, continuing attempt: FactorAttempt? = nil,
        meeting factor: FactorUse? = nil, isTold: Bool, telling notice: Notice? = nil,
        spending permits: [Permit], _ context: CallContext
    ) async throws -> SignInOutcome? {
        let (session, token) = try issuer.newSession(of: account.id, on: device, context)
        let new = try issuer.newDevice(of: account.id)
        let newDevice =
            try isTold && known == nil
            ? notices.make(
                .newDevice, of: account,
                variables: [.device: session.device.label, .network: session.addressPrefix])
            : nil
        // Before the commit: a session whose tokens cannot be made is not opened.
        let tokens = try await issuer.tokens(of: session, role: account.role, refreshToken: token)
        let isOpen = try await store.open(
            session, refreshedBy: token, of: account, on: known ?? new.device, by: identity,
            using: challenge, continuing: attempt, meeting: factor, telling: notice ?? newDevice,
            spending: permits, configuration)
        guard isOpen else { return nil }
        return SignInOutcome(
            session: session.message(account.primary?.shown, configuration), tokens: tokens,
            deviceToken: known == nil ? new.token.text : deviceToken)
    }

    /// Ends sessions of the caller's account, if the caller's own is live.
    func revoke(_ revocation: AuthStore.Revocation, _ context: CallContext) async throws {
        try await store.revoke(revocation, by: context.sessionID, at: sessionClock)
    }

    /// A service token, and when it expires in milliseconds since 1970.
    func serviceToken(for name: String, now: Int64) throws -> (String, expiresAtMs: Int64) {
        let end = now / 1000 + configuration.serviceTokenLifetime.components.seconds
        let claims = AccessTokenClaims(
            subject: .service(name), issuedAt: now / 1000, expiresAt: end)
        return (try issuer.keys.signer.token(for: claims), end * 1000)
    }
}
