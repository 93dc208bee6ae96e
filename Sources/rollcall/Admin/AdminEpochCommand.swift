import ArgumentParser
import RollcallAPI

struct AdminEpochCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "epoch",
        abstract: "What all sessions of the deployment hang on.",
        subcommands: [AdminEpochBegin.self])
}

struct AdminEpochBegin: AdminAction {
    static let name = "begin"
    static let abstract = "End all sessions of everybody."
    static let discussion = """
        For when the data were set back to an old copy: rollcall-auth finds that out by itself if \
        a session had ended since, unless everything that remembers was set back with them.

        JSON: {"ended_session_count":1}
        """

    @OptionGroup var admin: AdminOptions
    @OptionGroup var confirmation: Confirmation

    func run(_ session: AdminSession) async throws {
        try confirmation.ask("End all sessions of everybody?")
        let count = try await session.auth.beginEpoch(BeginEpochRequest()).endedSessionCount
        try session.output.say(
            ["ended_session_count": count],
            text: "Everybody has to sign in again. Sessions that ended: \(count)")
    }
}
