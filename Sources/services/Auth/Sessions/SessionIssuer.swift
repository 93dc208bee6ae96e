import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Makes sessions, the devices that they are opened on, and the tokens of both. It stores nothing.
struct SessionIssuer: Sendable {
    let feed: RevocationFeed
    let keys: KeyRing
    let mint: RefreshTokenMint
    let ids: UUIDv7Generator
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let random: RandomSource

    /// A session that is not yet stored, and the token that refreshes it.
    func newSession(
        of accountID: UUIDv7, on device: SessionDevice, _ context: CallContext
    ) throws -> (session: AccountSession, token: OpaqueToken) {
        let (id, now) = (try ids.next(), clock())
        let token = try mint.first(of: id, random: random)
        let session = AccountSession(
            id: id, accountID: accountID, device: device,
            addressPrefix: context.peer.addressPrefix, createdAt: now, refreshedAt: now,
            epoch: feed.epoch)
        return (session, token)
    }

    /// A device that is not yet stored, and the token that it is known by.
    func newDevice(
        of accountID: UUIDv7
    ) throws -> (device: KnownDevice, token: OpaqueToken) {
        let (id, now) = (try ids.next(), clock())
        let token = try OpaqueToken(kind: .device, id: id.bytes, random: random)
        let device = KnownDevice(
            id: id, accountID: accountID, tokenHash: token.hash, createdAt: now, lastUsedAt: now)
        return (device, token)
    }

    /// The tokens of a session. The access token does not outlive it.
    ///
    /// Signed for the epoch in which the session was opened or refreshed, whatever epoch it is by
    /// now: in another, this session has ended.
    func tokens(
        of session: AccountSession, role: Account.Role, refreshToken: OpaqueToken
    ) async throws -> Tokens {
        let now = clock() / 1000
        let end = min(
            now + configuration.accessTokenLifetime.components.seconds,
            session.expiresAt(configuration) / 1000)
        let claims = AccessTokenClaims(
            subject: .user(
                userID: session.accountID.description, sessionID: session.id.description,
                isAdmin: role == .admin),
            issuedAt: now, expiresAt: max(end, now + 1), epoch: session.epoch)
        return try Tokens(
            accessToken: keys.signer.token(for: claims),
            accessTokenExpiresAtMs: claims.expiresAt * 1000,
            accessTokenLifetimeMs: claims.expiresAt * 1000 - clock(),
            refreshToken: refreshToken.text)
    }
}
