import RollcallAPI
import RollcallRPC

/// What a watch of the own session tells.
public enum SessionWatchEvent: Sendable, Equatable {
    /// How the session is now.
    case session(Session)
    /// It has ended, and is forgotten here. Nothing follows.
    case ended(SessionEnd)
    /// Auth cannot be reached: what was told before may be out of date until the next event.
    case interrupted
}

extension RollcallSession {
    /// Watches this session, so that an app knows at once when it was signed out elsewhere. It
    /// returns when the session has ended, and throws when the task is cancelled or `body` throws.
    ///
    /// - Parameter body: is told each event; the watch waits for it.
    /// - Throws: `SessionError`, `ended` among them when the session ended while Auth could not be
    ///   reached; `RPCError` when the watch is refused; what `body` throws.
    public func watchSession(_ body: (SessionWatchEvent) async throws -> Void) async throws {
        try await watching(doublings: 0, interruption: .interrupted, body) { pauses in
            let id = try await store.load()?.sessionID
            let stream = try await auth.watchSession(WatchSessionRequest())
            while let response = try await stream.next(within: longestSilence) {
                pauses.end()
                switch response.news {
                case .session(let session): try await pauses.tell(.session(session), body)
                case .end(let end):
                    try await store.update { if $0?.sessionID == id { $0 = nil } }
                    try await pauses.tell(.ended(end), body)
                    return true
                case nil: break
                }
            }
            return false
        }
    }
}
