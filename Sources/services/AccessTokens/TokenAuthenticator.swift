import RollcallAPI
import RollcallRPC

/// Finds out who calls by the metadata `authorization: Bearer <token>` (RFC 6750 §2.1).
public struct TokenAuthenticator: Authenticator {
    private let verifier: AccessTokenVerifier

    /// For the `Server` of any service but Auth.
    public init(_ verifier: TokenVerifier) {
        self.verifier = verifier.tokens
    }

    package init(verifier: AccessTokenVerifier) {
        self.verifier = verifier
    }

    public func authenticate(_ context: CallContext) async throws -> Caller {
        guard let token = try Self.token(of: context) else { return .anonymous }
        return try await verifier.verified(token).caller
    }

    public func authenticateAtOnce(_ context: CallContext) throws -> Caller? {
        guard let token = try Self.token(of: context) else { return .anonymous }
        return try verifier.verifiedAtOnce(token)?.caller
    }

    public func timeLeft(of context: CallContext) -> Duration? {
        try? Self.token(of: context).flatMap(verifier.timeLeft)
    }

    /// What stands behind `Bearer`; nil if the call brings no token.
    private static func token(of context: CallContext) throws -> String? {
        let values = context.metadata.entries.filter { $0.key == "authorization" }
        guard let first = values.first else { return nil }
        // Two of them would leave it to chance which one counts.
        guard values.count == 1, case .text(let text) = first.value,
            let token = bearerToken(in: text)
        else { throw AccessTokenVerifier.invalid }
        return token
    }

    public func refusal(of caller: Caller) -> RPCError {
        caller == .anonymous
            ? .violation(
                .unauthenticated, .accessTokenInvalid,
                "this call needs a valid access token; refresh it, or sign in")
            : .violation(
                .permissionDenied, .notAllowed, "this call is not for callers of this kind")
    }

    /// The scheme is compared without regard to case (RFC 9110 §11.1).
    private static func bearerToken(in text: String) -> String? {
        let scheme = "bearer "
        guard text.utf8.starts(with: scheme.utf8, by: { $0 | 0x20 == $1 }) else { return nil }
        return String(Substring(text.utf8.dropFirst(scheme.utf8.count)))
    }
}
