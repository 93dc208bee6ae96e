import RollcallAPI

extension StoredSession {
    /// - Parameter now: the device's time, in milliseconds since 1970.
    /// - Throws: `RPCError` (`internal`) when the server left something out.
    init(_ session: Session?, _ tokens: Tokens?, at now: Int64) throws {
        guard let session else { throw incompleteAnswer }
        self.init(
            sessionID: session.sessionID, userID: session.userID, accessToken: "",
            accessTokenExpiresAtMs: 0, refreshToken: "")
        try replaceTokens(with: tokens, at: now)
    }

    mutating func replaceTokens(with tokens: Tokens?, at now: Int64) throws {
        guard let tokens else { throw incompleteAnswer }
        accessToken = tokens.accessToken
        accessTokenExpiresAtMs = tokens.accessTokenExpiresAtMs
        refreshToken = tokens.refreshToken
        let sentAtMs = tokens.accessTokenExpiresAtMs - tokens.accessTokenLifetimeMs
        clockLeadMs = tokens.accessTokenLifetimeMs > 0 ? now - sentAtMs : nil
    }
}
