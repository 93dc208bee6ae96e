import RollcallAPI

extension StoredSession {
    /// - Parameter now: the device's time, in milliseconds since 1970.
    /// - Throws: `RPCError` (`internal`) when the server left something out.
    init(_ session: Session?, _ tokens: Tokens?, at now: Int64) throws {
        guard let session, let tokens else { throw incompleteAnswer }
        self.init(
            sessionID: session.sessionID, userID: session.userID, accessToken: tokens.accessToken,
            accessTokenExpiresAtMs: tokens.accessTokenExpiresAtMs,
            refreshToken: tokens.refreshToken, clockLeadMs: tokens.clockLeadMs(at: now))
    }

    mutating func replaceTokens(with tokens: Tokens?, at now: Int64) throws {
        guard let tokens else { throw incompleteAnswer }
        accessToken = tokens.accessToken
        accessTokenExpiresAtMs = tokens.accessTokenExpiresAtMs
        refreshToken = tokens.refreshToken
        clockLeadMs = tokens.clockLeadMs(at: now)
    }
}

extension Tokens {
    fileprivate func clockLeadMs(at now: Int64) -> Int64? {
        guard accessTokenLifetimeMs > 0 else { return nil }
        return now - (accessTokenExpiresAtMs - accessTokenLifetimeMs)
    }
}
