import ArgumentParser
import RollcallAPI

/// Not called as the command is: that is the name of what it sets.
struct PresenceVisibilityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "visibility",
        abstract: "Show or choose what others may see of your presence.",
        discussion: """
            everyone: whether you are online, and exactly when you were last seen. coarse: only by whole \
            days when you were last here. nobody: nothing, not even your name. You always see yourself.

            JSON: {"visibility"}
            """)

    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case everyone, coarse, nobody
    }

    @Argument(help: "everyone, coarse or nobody; without it, what you have chosen is shown.")
    var choice: Choice?

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            if let choice {
                try await command.rollcall.setPresenceVisibility(choice.visibility)
            }
            let visibility = try await command.rollcall.presenceVisibility()
            try command.output.say(
                .object(["visibility": .string(visibility.name)]),
                text: "Your presence is shown to \(visibility.text).")
        }
    }
}

extension PresenceVisibilityCommand.Choice {
    fileprivate var visibility: PresenceVisibility {
        switch self {
        case .everyone: .everyone
        case .coarse: .coarse
        case .nobody: .nobody
        }
    }
}

extension PresenceVisibility {
    var name: String {
        switch self {
        case .everyone: "everyone"
        case .coarse: "coarse"
        case .nobody: "nobody"
        case .unspecified, .unrecognized: "unknown"
        }
    }

    var text: String {
        switch self {
        case .coarse: "everyone, but only by whole days"
        case .everyone, .nobody, .unspecified, .unrecognized: name
        }
    }
}
