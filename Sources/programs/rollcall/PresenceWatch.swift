import ArgumentParser
import RollcallAPI
import RollcallClient

struct PresenceWatch: UserAction {
    static let name = "watch"
    static let abstract = "Show who is here now, and then each change, until Ctrl-C."
    static let discussion = """
        JSON: as presence get, with "event": "snapshot" for what is now and "change" for what \
        changes; {"event":"interrupted"} while Presence cannot be reached, until the next \
        other event; {"event":"stale","sinceMs"} when Presence may have missed changes since \
        then, and {"event":"fresh"} when that is over.
        """

    @Argument(help: "Display names.")
    var names: [String]

    @OptionGroup var watch: WatchOptions

    func run(_ command: Command) async throws {
        let people = try await command.people(named: names)
        try await untilInterrupted(for: watch.duration) {
            try await command.rollcall.watchPresence(of: people.userIDs) { event in
                try command.output.say(event, people)
            }
        }
    }
}

extension Output {
    func say(_ event: PresenceWatchEvent, _ people: People) throws {
        switch event {
        case .snapshot(let presences): try say(presences, "snapshot", people)
        case .changes(let presences): try say(presences, "change", people)
        case .stale(let since?):
            try say(
                ["event": "stale", "sinceMs": since],
                text: "Presence may have missed changes. What is above may be out of date.")
        case .stale(nil):
            try say(["event": "fresh"], text: "Presence knows all changes again.")
        case .interrupted:
            try sayInterrupted("Presence cannot be reached. What is above may be out of date.")
        }
    }

    func sayInterrupted(_ text: String) throws {
        try say(["event": "interrupted"], text: text)
    }

    private func say(_ presences: [Presence], _ event: String, _ people: People) throws {
        for presence in presences {
            let name = people.name(of: presence)
            try say(
                presence.json.with(["displayName": name, "event": event]), text: presence.text(name)
            )
        }
    }
}
