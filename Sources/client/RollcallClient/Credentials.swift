import RollcallAPI
import RollcallRPC

/// Keeps the session's tokens fresh. They are exchanged shortly before they expire or when they are
/// refused. Callers at the same time share one exchange.
struct Credentials: Sendable {
    /// How long before its expiry an access token is exchanged, in milliseconds: a call may take
    /// time to arrive.
    static let margin: Int64 = 30_000

    let store: any SessionStore
    /// A connection to Auth, without a token.
    let connection: any RPCClient
    /// The device's time, in milliseconds since 1970-01-01 UTC. It may be wrong.
    let now: @Sendable () -> Int64
    /// The timeout of an exchange.
    var timeout = Duration.seconds(15)

    /// An access token for a call that is made now.
    ///
    /// - Throws: `SessionError.notSignedIn`, `SessionError.ended`; `RPCError` when the tokens could
    ///   not be exchanged.
    func accessToken() async throws -> String {
        guard let session = try await store.load() else { throw SessionError.notSignedIn }
        guard isStale(session) else { return session.accessToken }
        return try await replacement(for: session.accessToken)
    }

    /// An access token in place of a stale or refused one. If another caller has exchanged it
    /// meanwhile, returns that one.
    func replacement(for refused: String) async throws -> String {
        let token: String? = try await store.update { stored in
            guard var session = stored else { throw SessionError.notSignedIn }
            guard session.accessToken == refused else { return session.accessToken }
            do {
                let request = RefreshRequest(refreshToken: session.refreshToken)
                let response = try await AuthServiceClient(connection).refresh(
                    request, options: CallOptions(timeout: timeout))
                try session.replaceTokens(with: response.tokens, at: now())
            } catch let error as RPCError where error.code == .unauthenticated {
                stored = nil
                return nil
            }
            stored = session
            return session.accessToken
        }
        guard let token else { throw SessionError.ended }
        return token
    }

    private func isStale(_ session: StoredSession) -> Bool {
        serverTime(by: session) + Self.margin >= session.accessTokenExpiresAtMs
    }

    /// The time at the servers, as far as the session's tokens have shown it.
    func serverTime(by session: StoredSession?) -> Int64 { now() - (session?.clockLeadMs ?? 0) }
}
