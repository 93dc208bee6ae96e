import RollcallAPI
import RollcallCrypto

/// A session in a browser: one cookie, which only the door can read. Nothing of it is stored here.
struct BrowserSession: Sendable, Equatable {
    var session: Session
    var tokens: Tokens

    var userID: String { session.userID }

    /// Whether the access token is good for a few more seconds.
    func isFresh(atMs now: Int64) -> Bool { tokens.accessTokenExpiresAtMs > now + 10_000 }
}

/// Seals sessions for cookies, with a key that several doors can share.
struct SessionSeal: Sendable {
    private let key: SealingKey

    /// - Throws: `CryptoError.openSSL`.
    init(_ secret: Secret) throws {
        key = try SealingKey(
            derivedFrom: secret, purpose: "rollcall browser sessions", table: "cookie")
    }

    /// - Throws: `CryptoError`.
    func seal(_ session: BrowserSession) throws -> String {
        let kept = Session(sessionID: session.session.sessionID, userID: session.userID)
        let message = SignInResponse(session: kept, tokens: session.tokens)
        return try seal(message.serialized(), as: .session)
    }

    /// - Returns: nil for a text that was not sealed with this key, or was changed since.
    func open(_ text: String) -> BrowserSession? {
        guard let bytes = open(text, as: .session),
            let message = try? SignInResponse(serialized: bytes),
            let session = message.session, let tokens = message.tokens
        else { return nil }
        return BrowserSession(session: session, tokens: tokens)
    }

    /// What a cookie can hold, which is good as no other cookie.
    ///
    /// - Throws: `CryptoError`.
    func seal(_ content: [UInt8], as name: Cookies.Name) throws -> String {
        Base64.url.encode(try key.seal(Secret(content), of: Array(name.text.utf8)))
    }

    /// - Returns: nil for a text that was not sealed for this cookie, or was changed since.
    func open(_ text: String, as name: Cookies.Name) -> [UInt8]? {
        guard let sealed = Base64.url.decode(text) else { return nil }
        return (try? key.open(sealed, of: Array(name.text.utf8)))?.bytes
    }
}
