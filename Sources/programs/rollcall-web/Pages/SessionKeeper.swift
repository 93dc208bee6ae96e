import Foundation
import RollcallAPI
import RollcallRPC

/// Keeps the access tokens of sessions in browsers fresh.
struct SessionKeeper: Sendable {
    let auth: AuthServiceClient
    let seal: SessionSeal

    /// Two tabs may do so with the same token at one instant: Auth answers both.
    ///
    /// - Parameter time: how long the access token has to be good, and some seconds.
    /// - Returns: the session with a token for some seconds at least, and whether it is new; nil if
    ///   the session has ended.
    /// - Throws: `RPCError` when Auth does not answer; the session goes on.
    func fresh(
        _ session: BrowserSession, lasting time: Duration = .zero, options: CallOptions
    ) async throws -> (BrowserSession, isNew: Bool)? {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        if session.isFresh(atMs: now + Int64(time / .milliseconds(1))) { return (session, false) }
        do {
            let request = RefreshRequest(refreshToken: session.tokens.refreshToken)
            guard let tokens = try await auth.refresh(request, options: options).tokens else {
                return nil
            }
            return (BrowserSession(session: session.session, tokens: tokens), true)
        } catch let error where error.endsSession {
            return nil
        }
    }
}

extension Error {
    /// Whether the caller has no session any more.
    var endsSession: Bool {
        let ends: [Reason] = [
            .accessTokenInvalid, .refreshTokenInvalid, .refreshTokenReused, .sessionEnded,
        ]
        return (self as? RPCError)?.reasons.contains { ends.contains($0) } ?? false
    }
}
