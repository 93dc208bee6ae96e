import HTTPTypes
import RollcallAPI
import RollcallBasics
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
    /// Another place for each kind of cookie, so that none is good as another.
    private let place = SealedPlace(table: "cookie", row: Array("rollcall".utf8))

    /// - Throws: `CryptoError.openSSL`.
    init(_ secret: Secret) throws {
        key = try SealingKey(derivedFrom: secret, purpose: "rollcall browser sessions")
    }

    /// - Throws: `CryptoError`.
    func seal(_ session: BrowserSession) throws -> String {
        let kept = Session(sessionID: session.session.sessionID, userID: session.userID)
        let message = SignInResponse(session: kept, tokens: session.tokens)
        let sealed = try key.seal(Secret(message.serialized()), at: place)
        return Base64.url.encode(sealed.bytes)
    }

    /// - Returns: nil for a text that was not sealed with this key, or was changed since.
    func open(_ text: String) -> BrowserSession? {
        guard let sealed = Base64.url.decode(text).flatMap(SealedBytes.init),
            let bytes = try? key.open(sealed, at: place),
            let message = try? SignInResponse(serialized: bytes.bytes),
            let session = message.session, let tokens = message.tokens
        else { return nil }
        return BrowserSession(session: session, tokens: tokens)
    }
}
