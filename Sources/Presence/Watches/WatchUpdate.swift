import RollcallAPI

/// What a watch is told at once.
struct WatchUpdate: Sendable, Equatable {
    var entries: [Roster.Entry]
    /// Whether they come in place of all that was told before.
    var isSnapshot: Bool
    /// Whether they do so because it is not known what has changed since the caller's cursor.
    var isReset: Bool
    /// Where the watch stands then; nil when the next update is the rest of this one.
    var cursor: Cursor?
    /// Milliseconds since 1970-01-01 UTC; 0 while the service knows all.
    var staleSince: Int64
    /// How many messages of the caller have taken effect.
    var requests: UInt32
}

extension WatchUpdate {
    var message: WatchResponse {
        let list = PresenceList(presences: entries.map(\.message))
        return WatchResponse(
            update: isSnapshot ? .snapshot(list) : .changes(list), cursor: cursor,
            staleSinceMs: staleSince, isReset: isReset, requests: requests)
    }
}
