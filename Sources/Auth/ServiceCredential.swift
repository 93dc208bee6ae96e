import AccessTokens
import RollcallRPC
import Synchronization

/// Auth's own service token, signed anew before it expires.
final class ServiceCredential: Sendable {
    private struct Token {
        var text: String
        /// From when on another is signed, in seconds since 1970.
        var staleAt: Int64
    }

    private let signer: TokenSigner
    private let lifetime: Int64
    private let clock: @Sendable () -> Int64
    private let current = Mutex<Token?>(nil)

    init(
        signer: TokenSigner, lifetime: Duration, clock: @escaping @Sendable () -> Int64
    ) {
        self.signer = signer
        self.lifetime = lifetime.components.seconds
        self.clock = clock
    }

    /// The options of a call that Auth makes in its own name.
    func options(timeout: Duration) async throws -> CallOptions {
        var options = CallOptions(timeout: timeout)
        try await options.metadata.add("authorization", text: "Bearer \(token())")
        return options
    }

    private func token() async throws -> String {
        let now = clock() / 1000
        if let token = current.withLock({ $0 }), now < token.staleAt, now > token.staleAt - lifetime
        {
            return token.text
        }
        let claims = AccessTokenClaims(
            subject: .service("auth"), issuedAt: now, expiresAt: now + lifetime)
        let text = try await signer.token(for: claims)
        current.withLock { $0 = Token(text: text, staleAt: now + lifetime / 2) }
        return text
    }
}
