import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What the RPCs that sign somebody in have in common.
extension AuthHandler {
    /// A session that is not yet stored, and the token that refreshes it.
    func newSession(
        of accountID: UUIDv7, on device: SessionDevice, _ context: CallContext
    ) throws -> (session: AccountSession, token: OpaqueToken) {
        let id = try ids.next()
        let token = try mint.first(of: id, random: random)
        let session = AccountSession(
            id: id, accountID: accountID, device: device,
            addressPrefix: context.peer.addressPrefix, now: clock(), epoch: store.feed.epoch)
        return (session, token)
    }

    /// A device that is not yet stored, and the token that it is known by.
    func newDevice(
        of accountID: UUIDv7
    ) throws -> (device: KnownDevice, token: OpaqueToken) {
        let id = try ids.next()
        let token = try OpaqueToken(kind: .device, id: id.bytes, random: random)
        return (KnownDevice(id: id, accountID: accountID, token: token, now: clock()), token)
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
            refreshToken: refreshToken.text)
    }

    func message(
        _ session: AccountSession, of address: Account.Address, isCurrent: Bool = true
    ) -> Session {
        Session(
            sessionID: session.id.description,
            userID: session.accountID.description,
            email: address.text,
            deviceLabel: session.device.label,
            createdAtMs: session.createdAt,
            expiresAtMs: session.expiresAt(configuration),
            platform: session.device.platform,
            appVersion: session.device.appVersion,
            addressPrefix: session.addressPrefix,
            lastUsedAtMs: session.refreshedAt,
            isCurrent: isCurrent,
            emailVerified: address.isVerified)
    }

    /// The caller's session, as its access token names it.
    func sessionID(of context: CallContext) throws -> UUIDv7 {
        guard let id = UUIDv7(try context.user.sessionID) else { throw RPCError.sessionEnded }
        return id
    }

    /// Ends sessions of the caller's account, if the caller's own is live.
    func revoke(_ revocation: AuthStore.Revocation, _ context: CallContext) async throws {
        let outcome = try await store.revoke(
            revocation, by: sessionID(of: context), now: clock(), configuration)
        switch outcome {
        case .done: return
        case .unknown: throw RPCError.sessionNotFound
        case .callerEnded: throw RPCError.sessionEnded
        }
    }
}

extension RPCError {
    static var sessionEnded: RPCError {
        .violation(
            .unauthenticated, .sessionEnded, "the session was signed out or has expired; sign in")
    }

    static var sessionNotFound: RPCError {
        .violation(
            .notFound, .sessionNotFound, field: "session_id", "you have no session of this id")
    }
}
