import ArgumentParser
import RollcallAPI

/// Not called as the command is: that is the name of what it sets.
struct PresenceVisibilityCommand: UserAction {
    static let name = "visibility"
    static let abstract = "Show or choose what others may see of your presence."
    static let discussion = """
        everyone: others see whether you are online, and exactly when you were last seen. coarse: they \
        see only in whole days when you were last here. nobody: they see nothing, not even your \
        name. You always see yourself.

        JSON: {"visibility"}
        """

    @Argument(help: "everyone, coarse or nobody; without it, what you have chosen is shown.")
    var choice: PresenceVisibility?

    func run(_ command: Command) async throws {
        let presence = command.rollcall.presence
        if let choice {
            _ = try await presence.updatePresenceSettings(
                UpdatePresenceSettingsRequest(visibility: choice))
        }
        let visibility = try await presence.getPresenceSettings(
            GetPresenceSettingsRequest()
        ).visibility
        let viewers = visibility == .coarse ? "everyone, but only by whole days" : visibility.word
        try command.output.say(
            ["visibility": visibility.word], text: "Your presence is shown to \(viewers).")
    }
}

extension PresenceVisibility: WordArgument {
    static let choices: [PresenceVisibility] = [.everyone, .coarse, .nobody]
}
