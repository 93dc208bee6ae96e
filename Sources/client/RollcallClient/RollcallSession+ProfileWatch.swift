import RollcallAPI
import RollcallRPC

/// An event of a profile watch.
public enum ProfileWatchEvent: Sendable, Equatable {
    /// All watched users; replaces everything told before.
    case snapshot(WatchedProfiles)
    /// The users whose profile has changed, as the caller sees it. Empty when the watch resumes
    /// after an interruption without changes.
    case changes(WatchedProfiles)
    /// Profile is unreachable. Everything told before may be out of date until the next event.
    case interrupted
}

/// Some of the users of a watch.
public struct WatchedProfiles: Sendable, Equatable {
    /// The visible users, with id, times and the watched fields.
    public var profiles: [Profile]
    /// The ids of the hidden users.
    public var hiddenUserIDs: [String]

    public init(profiles: [Profile] = [], hiddenUserIDs: [String] = []) {
        (self.profiles, self.hiddenUserIDs) = (profiles, hiddenUserIDs)
    }
}

extension RollcallSession {
    /// Watches users' profiles until the task is cancelled or `body` throws. A watch that breaks
    /// off, or is silent for too long, resumes where it stopped.
    ///
    /// - Parameters:
    ///   - userIDs: 1 to 1,000 UUIDs in their text form.
    ///   - fields: what to watch of them, each once; empty for the display name and the photo.
    ///   - body: receives each event; the watch waits for it.
    /// - Throws: `RPCError` when the watch is refused; `SessionError`; what `body` throws.
    public func watchProfiles(
        of userIDs: [String], fields: [ProfileField] = [],
        _ body: (ProfileWatchEvent) async throws -> Void
    ) async throws {
        var cursor: ProfileWatchCursor?
        try await watching(interruption: .interrupted, body) { pauses in
            let request = WatchProfilesRequest(
                userIDs: userIDs, cursor: cursor, fields: fields)
            var parts: [WatchProfilesResponse] = []
            let stream = try await profile.watchProfiles(request)
            while let response = try await stream.next(within: longestSilence) {
                parts.append(response)
                guard response.isCurrent else { continue }
                let event = ProfileWatchEvent(parts)
                if event.isNews || pauses.isInterrupted { try await pauses.tell(event, body) }
                // Events that `body` has not received are sent again.
                cursor = response.cursor ?? cursor
                parts = []
                pauses.end()
            }
            return false
        }
    }
}

extension ProfileWatchEvent {
    /// - Parameter parts: one or more parts of the same update.
    fileprivate init(_ parts: [WatchProfilesResponse]) {
        let users = WatchedProfiles(
            profiles: parts.flatMap(\.profiles), hiddenUserIDs: parts.flatMap(\.hiddenUserIDs))
        self = parts.first?.replaces ?? false ? .snapshot(users) : .changes(users)
    }

    fileprivate var isNews: Bool {
        self != .changes(WatchedProfiles())
    }
}
