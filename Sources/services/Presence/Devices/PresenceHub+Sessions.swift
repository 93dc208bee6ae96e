import RollcallRPC

/// Whether the session of a caller goes on.
struct SessionCheck: Sendable {
    let context: CallContext
    let authenticator: any Authenticator

    /// - Throws: `RPCError`: what the authenticator says.
    func make() async throws { try await authenticator.checkStillKnown(context) }
}

/// Changes that only a session may make that goes on.
extension PresenceHub {
    /// Counts the times when sessions have ended, or it became unknown which have.
    var sessionChanges: UInt64 { state.withLock { $0.roster.leases.sessionChanges } }

    /// Changes the roster for a caller whose session goes on at that moment, as far as this service
    /// knows. A caller who is refused has changed nothing.
    ///
    /// The authenticator learns of ended sessions before the hub does
    /// (`PresenceRuntime.endSessions`, `suspendStreams`). So the check is made again if there was
    /// any between check and change.
    ///
    /// - Throws: `RPCError`: what the authenticator says, and what the roster refuses.
    func attempt<R: Sendable>(
        for session: SessionCheck, _ body: (inout Roster, Moment) throws -> R
    ) async throws -> R {
        while true {
            let changes = sessionChanges
            try await session.make()
            let result = try withRoster { roster, now -> R? in
                roster.leases.sessionChanges == changes ? try body(&roster, now) : nil
            }
            if let result { return result }
        }
    }
}
