import RollcallAPI
import RollcallRPC

extension RollcallSession {
    /// What others may see of the user's presence.
    ///
    /// - Throws: `SessionError`; `RPCError` when Presence cannot be reached.
    public func presenceVisibility() async throws -> PresenceVisibility {
        try await presence.getPresenceSettings(GetPresenceSettingsRequest()).visibility
    }

    /// Chooses what others may see of the user's presence. Those who watch the user are told at once.
    ///
    /// - Throws: `RPCError` (`invalidArgument`); `SessionError`.
    public func setPresenceVisibility(_ visibility: PresenceVisibility) async throws {
        _ = try await presence.updatePresenceSettings(
            UpdatePresenceSettingsRequest(visibility: visibility))
    }
}
