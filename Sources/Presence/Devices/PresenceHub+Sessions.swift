import RollcallRPC

/// Changes that only a session may make that goes on.
extension PresenceHub {
    /// Changes the roster for a caller whose session goes on at that moment, as far as this service knows. A
    /// caller who is refused has changed nothing.
    ///
    /// Before news of sessions reaches the hub, the authenticator has it (`endSessions`,
    /// `suspendStreamsAndWatches`). So the check is made again if there was any between check and change.
    ///
    /// - Throws: `RPCError`: what the authenticator says, and what the roster refuses.
    func attempt<R: Sendable>(
        for context: CallContext, _ authenticator: any Authenticator,
        _ body: (inout Roster, Moment) throws(Roster.Refusal) -> R
    ) async throws -> R {
        while true {
            let news = state.withLock { $0.roster.sessionNews }
            _ = try await authenticator.authenticate(context)
            let result = try attempt { roster, now throws(Roster.Refusal) -> R? in
                roster.sessionNews == news ? try body(&roster, now) : nil
            }
            if let result { return result }
        }
    }
}
