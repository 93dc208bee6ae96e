import RollcallAPI
import RollcallRPC

extension RollcallSession {
    /// The account's sessions that have not ended, the one used last first; at most 100.
    ///
    /// - Throws: `SessionError`; `RPCError` when Auth cannot be reached.
    public func sessions() async throws -> [Session] {
        try await auth.listSessions(ListSessionsRequest()).sessions
    }

    /// Ends one of the account's sessions, such as that of a device that was lost. If it is this
    /// one, it is forgotten here too.
    ///
    /// - Parameter id: a UUID in its text form.
    /// - Throws: `RPCError` (`notFound`, SESSION_NOT_FOUND) for one that is not the account's, or
    ///   when Auth cannot be reached; `SessionError`.
    public func revokeSession(_ id: String) async throws {
        _ = try await auth.revokeSession(RevokeSessionRequest(sessionID: id))
        try await store.update { stored in
            if stored?.sessionID == id { stored = nil }
        }
    }

    /// Ends all of the account's sessions but this one.
    ///
    /// - Throws: `SessionError`; `RPCError` when Auth cannot be reached.
    public func revokeOtherSessions() async throws {
        _ = try await auth.revokeOtherSessions(RevokeOtherSessionsRequest())
    }

    /// Ends all of the account's sessions, this one too, and forgets it.
    ///
    /// - Throws: `SessionError`, `ended` among them when this one had ended before, so that the
    ///   others were left as they are; `RPCError` when Auth cannot be reached.
    public func revokeAllSessions() async throws {
        _ = try await auth.revokeAllSessions(RevokeAllSessionsRequest())
        try await store.update { $0 = nil }
    }
}
