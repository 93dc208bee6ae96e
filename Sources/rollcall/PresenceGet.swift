import ArgumentParser
import RollcallAPI

struct PresenceGet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Show who is here now.",
        discussion: """
            JSON, for each: {"display_name","last_seen","last_seen_ms","state","status","user_id"}; \
            state is "online", "away" or "offline"; last_seen_ms is null when never, or hidden. Who \
            shows it only by whole days has a last_seen instead: "recently" (three days), "this_week", \
            "this_month" or "long_ago". status is what the user has written, or null.
            """)

    @Argument(help: "Display names.")
    var names: [String]

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let people = try await command.people(named: names)
            let request = GetPresenceRequest(userIDs: people.userIDs)
            let response = try await command.rollcall.presence.getPresence(request)
            for presence in response.presences {
                let name = people.name(of: presence)
                try command.output.say(.object(presence.json(name)), text: presence.text(name))
            }
        }
    }
}

/// The accounts behind display names.
struct People {
    let profiles: [Profile]

    var userIDs: [String] { profiles.map(\.userID) }

    func name(of userID: String) -> String {
        profiles.first { $0.userID == userID }?.displayName ?? userID
    }

    /// The name that the user has now, if it may be seen, or else the one that was asked for.
    func name(of presence: Presence) -> String {
        presence.displayName.isEmpty ? name(of: presence.userID) : presence.displayName
    }
}

extension Command {
    func people(named names: [String]) async throws -> People {
        var profiles: [Profile] = []
        for name in names { profiles.append(try await profile(of: name)) }
        return People(profiles: profiles)
    }
}

extension Presence {
    func json(_ name: String) -> [String: JSON] {
        [
            "display_name": .string(name), "user_id": .string(userID),
            "state": .string(state.name),
            "last_seen_ms": lastSeenMs == 0 ? .null : .number(lastSeenMs),
            "last_seen": .optional(lastSeen.name),
            "status": .optional(status?.text ?? ""),
        ]
    }

    func text(_ name: String) -> String {
        guard state == .offline else {
            return "\(name) is \(state.name)" + (status.map { ": \($0.text)" } ?? "")
        }
        if lastSeenMs != 0 { return "\(name) is offline, last seen \(lastSeenMs.timeText)" }
        return "\(name) is offline, \(lastSeen.text)"
    }
}

extension LastSeen {
    /// Empty when it is not said.
    fileprivate var name: String {
        switch self {
        case .recently: "recently"
        case .thisWeek: "this_week"
        case .thisMonth: "this_month"
        case .longAgo: "long_ago"
        case .unspecified, .unrecognized: ""
        }
    }

    fileprivate var text: String {
        switch self {
        case .recently: "last seen recently"
        case .thisWeek: "last seen within a week"
        case .thisMonth: "last seen within a month"
        case .longAgo: "last seen long ago"
        case .unspecified, .unrecognized: "never seen"
        }
    }
}

extension PresenceState {
    fileprivate var name: String {
        switch self {
        case .online: "online"
        case .away: "away"
        case .offline: "offline"
        case .unspecified, .unrecognized: "unknown"
        }
    }
}
