import Foundation

/// What an app keeps from one launch to the next. It is saved as a whole, so that no crash leaves a
/// half of it.
struct StoredState: Codable, Equatable {
    /// The version of the stored form. A later program has written a store with another version.
    static let version = 1
    /// The most sessions that wait to be ended. Others expire by themselves.
    static let mostEndings = 10

    var version = Self.version
    var session: StoredSession?
    /// Sessions that are signed out here, and not yet at the server.
    var endings: [StoredSession] = []
    /// By this token Auth recognises the device. It outlives the session.
    var deviceToken = ""
    /// The last sign-up, until its outcome is known.
    var signUp: SignUpAttempt?

    /// Signs the session out, so that it is ended at the server later.
    mutating func endSession() {
        guard var ended = session else { return }
        // What the user has written about themselves is of no use any more.
        ended.user.profile = Profile()
        endings = Array((endings + [ended]).suffix(Self.mostEndings))
        session = nil
    }
}

/// A sign-up whose outcome is unknown. The same sign-up, tried again, has the same key.
struct SignUpAttempt: Codable, Equatable {
    var email: String
    var displayName: String
    var key: String
}

/// A session and its tokens.
struct StoredSession: Codable, Equatable, Redacted {
    /// How long before its expiry an access token is exchanged: a call may take time to arrive.
    private static let margin: Int64 = 30_000

    let id: String
    var user: User { didSet { profile = Data(user.profile.encoded()) } }
    /// That of the user. Earlier versions have stored none.
    private var profile: Data?
    var accessToken: String
    /// In milliseconds since 1970-01-01 UTC, by the server's clock.
    var accessTokenExpiresAtMs: Int64
    var refreshToken: String
    /// How far the device's clock was ahead of the server's when the tokens came.
    var clockLeadMs: Int64

    /// - Parameter now: the device's time, in milliseconds since 1970-01-01 UTC.
    /// - Throws: `RollcallError` when the server left something out.
    init(_ session: Session?, _ tokens: Tokens?, now: Int64) throws(RollcallError) {
        guard let session, !session.sessionID.isEmpty, !session.userID.isEmpty else {
            throw .malformed("the server left out the session")
        }
        (id, user) = (session.sessionID, User(session))
        (accessToken, accessTokenExpiresAtMs, refreshToken, clockLeadMs) = ("", 0, "", 0)
        try replaceTokens(with: tokens, now: now)
    }

    /// Makes the user whole after decoding. A profile that is damaged is read again.
    mutating func restoreProfile() {
        user.profile = profile.flatMap { try? Profile(decoding: $0) } ?? Profile()
    }

    mutating func replaceTokens(with tokens: Tokens?, now: Int64) throws(RollcallError) {
        guard let tokens, tokens.accessToken.isToken, tokens.refreshToken.isToken else {
            throw .malformed("the server left out the tokens")
        }
        accessToken = tokens.accessToken
        accessTokenExpiresAtMs = tokens.accessTokenExpiresAtMs
        refreshToken = tokens.refreshToken
        let sentAt = tokens.accessTokenExpiresAtMs &- tokens.accessTokenLifetimeMs
        clockLeadMs = tokens.accessTokenLifetimeMs > 0 ? now &- sentAt : 0
    }

    func isStale(now: Int64) -> Bool {
        now &- clockLeadMs &+ Self.margin >= accessTokenExpiresAtMs
    }
}

/// An access token, and the session that it is of.
struct AccessToken: Equatable, Redacted {
    let sessionID: String
    let text: String
}

extension StoredSession {
    var token: AccessToken { AccessToken(sessionID: id, text: accessToken) }
}

extension String {
    /// Whether this can be the value of a header.
    fileprivate var isToken: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
