import ArgumentParser
import RollcallAPI

struct PresenceGet: UserAction {
    static let name = "get"
    static let abstract = "Show who is here now."
    static let discussion = """
        JSON: rollcall.v1.Presence, for each, with "displayName".
        """

    @Argument(help: "Display names.")
    var names: [String]

    func run(_ command: Command) async throws {
        let people = try await command.people(named: names)
        let request = GetPresenceRequest(userIDs: people.userIDs)
        let response = try await command.rollcall.presence.getPresence(request)
        for presence in response.presences {
            let name = people.name(of: presence)
            try command.output.say(
                presence.json.with(["displayName": name]), text: presence.text(name))
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

    /// The user's display name of now. If it may not be seen: the name that was asked for.
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

    func text(_ name: String) -> String {
        guard state == .offline else {
            return "\(name) is \(state.word)" + (status.map { ": \($0.text)" } ?? "")
        }
        if lastSeenAtMs != 0 { return "\(name) is offline, last seen \(lastSeenAtMs.timeText)" }
        return "\(name) is offline, \(lastSeenBucket.text)"
    }
}

extension LastSeenBucket {
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
