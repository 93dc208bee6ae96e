/// What a client keeps of a signed-in session from one call to the next.
public struct StoredSession: Sendable, Equatable, Codable {
    /// The session, a UUID in its text form.
    public var sessionID: String
    /// The account, a UUID in its text form.
    public var userID: String
    /// Sent with each call.
    public var accessToken: String
    /// When the access token expires, in milliseconds since 1970-01-01 UTC.
    public var accessTokenExpiresAtMs: Int64
    /// Exchanged for the next pair of tokens, once.
    public var refreshToken: String
    /// How far the device's clock was ahead of Auth's when the tokens came, in milliseconds; nil if
    /// Auth did not say.
    public var clockLeadMs: Int64?

    public init(
        sessionID: String,
        userID: String,
        accessToken: String,
        accessTokenExpiresAtMs: Int64,
        refreshToken: String
    ) {
        self.sessionID = sessionID
        self.userID = userID
        self.accessToken = accessToken
        self.accessTokenExpiresAtMs = accessTokenExpiresAtMs
        self.refreshToken = refreshToken
    }
}

/// Without the tokens.
extension StoredSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "session \(sessionID) of user \(userID)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
