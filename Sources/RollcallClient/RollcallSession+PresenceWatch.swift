import RollcallAPI
import RollcallRPC

/// What a watch of presence tells.
public enum PresenceWatchEvent: Sendable, Equatable {
    /// The presence of every watched user, in place of all that was told before.
    case snapshot([Presence])
    /// The presence of those users whose presence has changed.
    case changes([Presence])
    /// Presence cannot be reached: what was told before may be out of date until the next event.
    case interrupted
}

extension RollcallSession {
    /// Watches the presence of users until the task is cancelled or `body` throws. A watch that was
    /// cut off goes on where it stopped.
    ///
    /// - Parameters:
    ///   - userIDs: 1 to 1,000 UUIDs in their text form.
    ///   - body: is told each event; the watch waits for it.
    /// - Throws: `RPCError` when the watch is refused; `SessionError`; what `body` throws.
    public func watchPresence(
        of userIDs: [String], _ body: (PresenceWatchEvent) async throws -> Void
    ) async throws {
        var cursor: Cursor?
        var pauses = WatchPauses()
        while true {
            let start = cursor
            do {
                try await retryingWhenRefused {
                    let request = WatchRequest(userIDs: userIDs, cursor: cursor)
                    for try await response in try await presence.watch(request) {
                        cursor = response.cursor
                        pauses.end()
                        if let event = PresenceWatchEvent(response) { try await body(event) }
                    }
                }
            } catch let error as RPCError where error.code == .unauthenticated && cursor != start {
                // The token of a stream that was well under way has expired.
                continue
            } catch let error as RPCError where error.code == .unavailable {
                if !pauses.isInterrupted { try await body(.interrupted) }
                pauses.interrupt()
            }
            try await pauses.wait()
        }
    }
}

extension PresenceWatchEvent {
    init?(_ response: WatchResponse) {
        switch response.update {
        case .snapshot(let list): self = .snapshot(list.presences)
        case .changes(let list): self = .changes(list.presences)
        case nil: return nil
        }
    }
}
