import RollcallAPI
import RollcallRPC

/// What a watch of profiles tells.
public enum ProfileWatchEvent: Sendable, Equatable {
    /// Every watched user, in place of all that was told before.
    case snapshot(WatchedProfiles)
    /// The users whose profile has changed, as the caller sees it; nobody when the watch goes on after an
    /// interruption in which nothing has changed.
    case changes(WatchedProfiles)
    /// Profile cannot be reached: what was told before may be out of date until the next event.
    case interrupted
}

/// Some of the users of a watch.
public struct WatchedProfiles: Sendable, Equatable {
    /// Those who are seen: with the id, the times, the display name and the photo.
    public var profiles: [Profile]
    /// The ids of those who are not to be seen.
    public var hiddenUserIDs: [String]

    public init(profiles: [Profile] = [], hiddenUserIDs: [String] = []) {
        (self.profiles, self.hiddenUserIDs) = (profiles, hiddenUserIDs)
    }
}

extension RollcallSession {
    /// Watches users' names and photos until the task is cancelled or `body` throws. A watch that was cut
    /// off, or of which nothing was heard for six seconds, goes on where it stopped.
    ///
    /// - Parameters:
    ///   - userIDs: 1 to 1,000 UUIDs in their text form.
    ///   - body: is told each event; the watch waits for it.
    /// - Throws: `RPCError` when the watch is refused; `SessionError`; what `body` throws.
    public func watchProfiles(
        of userIDs: [String], _ body: (ProfileWatchEvent) async throws -> Void
    ) async throws {
        var cursor: ProfileWatchCursor?
        try await watching(interrupted: { try await body(.interrupted) }) { pauses in
            let request = WatchProfilesRequest(userIDs: userIDs, cursor: cursor)
            var parts: [WatchProfilesResponse] = []
            let stream = try await profile.watchProfiles(request)
            while let response = try await stream.next(within: .seconds(6)) {
                parts.append(response)
                guard response.isCurrent else { continue }
                let event = ProfileWatchEvent(parts)
                if event.isNews || pauses.isInterrupted { try await body(event) }
                // What `body` has not heard is told again.
                cursor = response.cursor ?? cursor
                parts = []
                pauses.end()
            }
            return false
        }
    }
}

extension ProfileWatchEvent {
    /// - Parameter parts: one or more, which belong together.
    fileprivate init(_ parts: [WatchProfilesResponse]) {
        let users = WatchedProfiles(
            profiles: parts.flatMap(\.profiles), hiddenUserIDs: parts.flatMap(\.hiddenUserIDs))
        self = parts.first?.replaces ?? false ? .snapshot(users) : .changes(users)
    }

    fileprivate var isNews: Bool {
        self != .changes(WatchedProfiles())
    }
}
