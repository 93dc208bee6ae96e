import AccessTokens
import RollcallRPC
import Synchronization

/// Auth's own service token, signed anew before it expires.
final class ServiceCredential: Sendable {
    private struct Token {
        var text: String
        var keyID: String
        /// From when on another is signed, in seconds since 1970.
        var staleAt: Int64
    }

    private let keys: KeyRing
    private let lifetime: Int64
    private let clock: @Sendable () -> Int64
    private let current = Mutex<Token?>(nil)

    init(
        keys: KeyRing, lifetime: Duration, clock: @escaping @Sendable () -> Int64
    ) {
        self.keys = keys
        self.lifetime = lifetime.components.seconds
        self.clock = clock
    }

    /// The options of a call that Auth makes in its own name.
    func options(timeout: Duration) throws -> CallOptions {
        var options = CallOptions(timeout: timeout)
        try options.metadata.add("authorization", text: "Bearer \(token())")
        return options
    }

    private func token() throws -> String {
        let (now, signer) = (clock() / 1000, keys.signer)
        // Of the key that signs now: the one of before may have been withdrawn.
        if let token = current.withLock({ $0 }), token.keyID == signer.keyID,
            now < token.staleAt, now > token.staleAt - lifetime
        {
            return token.text
        }
        let claims = AccessTokenClaims(
            subject: .service(ServiceName.auth), issuedAt: now, expiresAt: now + lifetime)
        let text = try signer.token(for: claims)
        let token = Token(text: text, keyID: signer.keyID, staleAt: now + lifetime / 2)
        current.withLock { $0 = token }
        return text
    }
}
