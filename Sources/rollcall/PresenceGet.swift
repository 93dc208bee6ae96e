import ArgumentParser
import RollcallAPI

struct PresenceGet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Show who is here now.",
        discussion: """
            JSON, for each: {"display_name","last_seen_ms","state","user_id"}; state is "online", \
            "away" or "offline"; last_seen_ms is null when never.
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
                let name = people.name(of: presence.userID)
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
        ]
    }

    func text(_ name: String) -> String {
        guard state == .offline else { return "\(name) is \(state.name)" }
        return lastSeenMs == 0
            ? "\(name) is offline, never seen"
            : "\(name) is offline, last seen \(lastSeenMs.timeText)"
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
