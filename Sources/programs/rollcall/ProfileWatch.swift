import ArgumentParser
import RollcallAPI
import RollcallClient

struct ProfileWatch: UserAction {
    static let name = "watch"
    static let abstract = "Show names and photos of users, and then each change, until Ctrl-C."
    static let discussion = """
        JSON: rollcall.v1.Profile, for each, with "event": "snapshot" for what is now and "change" \
        for what changes. A user who is not to be seen any more has {"event":"hidden","userId"}. \
        {"event":"interrupted"} says that Profile cannot be reached, until the next other event.
        """

    @Argument(help: "Display names.")
    var names: [String]

    @OptionGroup var watch: WatchOptions

    func run(_ command: Command) async throws {
        let people = try await command.people(named: names)
        try await untilInterrupted(for: watch.duration) {
            try await command.rollcall.watchProfiles(of: people.userIDs) { event in
                try command.output.say(event, people)
            }
        }
    }
}

extension Output {
    fileprivate func say(_ event: ProfileWatchEvent, _ people: People) throws {
        switch event {
        case .snapshot(let users): try say(users, "snapshot", people)
        case .changes(let users): try say(users, "change", people)
        case .interrupted:
            try sayInterrupted("Profile cannot be reached. What is above may be out of date.")
        }
    }

    private func say(_ users: WatchedProfiles, _ event: String, _ people: People) throws {
        for profile in users.profiles {
            let name = profile.displayName.isEmpty ? "(no display name)" : profile.displayName
            try say(
                profile.json.with(["event": event]),
                text: "\(name): \(profile.photo?.text ?? "no photo")")
        }
        for user in users.hiddenUserIDs {
            try say(
                ["event": "hidden", "userId": user],
                text: "\(people.name(of: user)) is not to be seen.")
        }
    }
}
