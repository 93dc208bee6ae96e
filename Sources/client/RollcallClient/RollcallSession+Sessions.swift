import RollcallAPI

extension RollcallSession {
    /// The account's live sessions, the last used first; at most 100.
    ///
    /// - Throws: `SessionError`; `RPCError` when Auth cannot be reached.
    public func sessions() async throws -> [Session] {
        try await auth.listSessions(ListSessionsRequest()).sessions
    }

    /// Ends one of the account's sessions, such as that of a lost device. If it is this session, it
    /// is also removed from the store.
    ///
    /// - Parameter id: a UUID in its text form.
    /// - Throws: `RPCError` (`notFound`, SESSION_NOT_FOUND) if the account has no such session, or
    ///   when Auth cannot be reached; `SessionError`.
    public func revokeSession(_ id: String) async throws {
        _ = try await auth.revokeSession(RevokeSessionRequest(sessionID: id))
        try await store.update { stored in
            if stored?.sessionID == id { stored = nil }
        }
    }

    /// Ends all of the account's sessions, including this one, and removes it from the store.
    ///
    /// - Throws: `SessionError`: `ended` if this session had ended before, so that the others go
    ///   on; `RPCError` when Auth cannot be reached.
    public func revokeAllSessions() async throws {
        _ = try await auth.revokeAllSessions(RevokeAllSessionsRequest())
        try await store.update { $0 = nil }
    }
}
