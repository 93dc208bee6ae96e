import RollcallAPI

extension StoredSession {
    /// - Throws: `RPCError` (`internal`) when the server left something out.
    init(_ session: Session?, _ tokens: Tokens?) throws {
        guard let session, let tokens else { throw incompleteAnswer }
        self.init(
            sessionID: session.sessionID, userID: session.userID, accessToken: tokens.accessToken,
            accessTokenExpiresAtMs: tokens.accessTokenExpiresAtMs,
            refreshToken: tokens.refreshToken)
    }

    mutating func replaceTokens(with tokens: Tokens?) throws {
        guard let tokens else { throw incompleteAnswer }
        accessToken = tokens.accessToken
        accessTokenExpiresAtMs = tokens.accessTokenExpiresAtMs
        refreshToken = tokens.refreshToken
    }
}
