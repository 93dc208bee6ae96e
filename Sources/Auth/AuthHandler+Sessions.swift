import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What the RPCs that sign somebody in have in common.
extension AuthHandler {
    /// A session that is not yet stored, and the token that refreshes it.
    func newSession(
        of accountID: UUIDv7, deviceLabel: String
    ) throws -> (session: AccountSession, token: OpaqueToken) {
        let id = try ids.next()
        let token = try OpaqueToken(kind: .refresh, id: id.bytes, random: random)
        let session = AccountSession(
            id: id, accountID: accountID, deviceLabel: deviceLabel, token: token, now: clock())
        return (session, token)
    }

    /// The tokens of a session. The access token does not outlive it.
    func tokens(of session: AccountSession, refreshToken: OpaqueToken) async throws -> Tokens {
        let now = clock() / 1000
        let end = min(
            now + configuration.accessTokenLifetime.components.seconds,
            session.expiresAt(configuration) / 1000)
        let claims = AccessTokenClaims(
            subject: .user(
                userID: session.accountID.description, sessionID: session.id.description,
                isAdmin: false),
            issuedAt: now, expiresAt: max(end, now + 1))
        return try await Tokens(
            accessToken: signer.token(for: claims),
            accessTokenExpiresAtMs: claims.expiresAt * 1000,
            refreshToken: refreshToken.text)
    }

    func message(_ session: AccountSession, of account: Account) -> Session {
        Session(
            sessionID: session.id.description,
            userID: session.accountID.description,
            email: account.email,
            deviceLabel: session.deviceLabel,
            createdAtMs: session.createdAt,
            expiresAtMs: session.expiresAt(configuration))
    }

    /// The caller's session, as its access token names it.
    func sessionID(of context: CallContext) throws -> UUIDv7 {
        guard let id = UUIDv7(try context.user.sessionID) else { throw RPCError.sessionEnded }
        return id
    }
}

extension RPCError {
    static var sessionEnded: RPCError {
        .violation(
            .unauthenticated, .sessionEnded, "the session was signed out or has expired; sign in")
    }
}
