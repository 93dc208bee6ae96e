import RollcallAPI
import RollcallRPC

/// An event of a presence watch.
public enum PresenceWatchEvent: Sendable, Equatable {
    /// The presence of every watched user. It replaces all earlier events. If there are more than
    /// 1,000 users, the others follow as changes.
    case snapshot([Presence])
    /// The presence of users who were added, or whose presence has changed.
    case changes([Presence])
    /// Presence may have missed changes since that time, in milliseconds since 1970-01-01 UTC; nil
    /// once it knows all changes again. Earlier events stay valid.
    case stale(sinceMs: Int64?)
    /// Presence cannot be reached. Earlier events may be out of date until the next one.
    case interrupted
}

extension RollcallSession {
    /// Watches the presence of users until the task is cancelled or `body` throws. An interrupted
    /// watch continues where it stopped.
    ///
    /// - Parameters:
    ///   - userIDs: 1 to 10,000 UUIDs in their text form.
    ///   - body: is given each event. The watch waits for it.
    /// - Throws: `RPCError` when the watch is refused; `SessionError`; what `body` throws.
    public func watchPresence(
        of userIDs: [String], _ body: (PresenceWatchEvent) async throws -> Void
    ) async throws {
        try await watchPresence(of: WatchedUsers(userIDs), body)
    }

    /// Watches the presence of a set of users that may change meanwhile.
    ///
    /// - Parameters:
    ///   - users: at least one at the beginning. It serves one watch at a time.
    ///   - body: as above.
    /// - Throws: as above.
    public func watchPresence(
        of users: WatchedUsers, _ body: (PresenceWatchEvent) async throws -> Void
    ) async throws {
        var cursor: PresenceCursor?
        var staleSince: Int64 = 0
        defer { users.close() }
        try await watching(interruption: .interrupted, body) { pauses in
            let call = try await presence.watch()
            await users.open(call, from: cursor)
            while let response = try await call.responses.next(within: longestSilence) {
                pauses.end()
                let holds = await users.note(response)
                if case .snapshot = response.update { cursor = nil }
                if holds { cursor = response.cursor ?? cursor }
                if response.becameStaleAtMs != staleSince {
                    staleSince = response.becameStaleAtMs
                    try await pauses.tell(.stale(sinceMs: staleSince == 0 ? nil : staleSince), body)
                }
                if let event = PresenceWatchEvent(response) { try await pauses.tell(event, body) }
            }
            return false
        }
    }
}

extension PresenceWatchEvent {
    /// - Returns: nil for a response without users, unless it is the first one of a continued
    ///   watch.
    init?(_ response: WatchResponse) {
        switch response.update {
        case .snapshot(let list): self = .snapshot(list.presences)
        case .changes(let list):
            // Without a cursor it says only that the watch goes on.
            guard !list.presences.isEmpty || (response.requests <= 1 && response.cursor != nil)
            else { return nil }
            self = .changes(list.presences)
        case nil: return nil
        }
    }
}
