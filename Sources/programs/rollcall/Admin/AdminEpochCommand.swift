import ArgumentParser
import RollcallAPI

struct AdminEpochCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "epoch",
        abstract: "The epoch, which all sessions of the deployment belong to.",
        subcommands: [AdminEpochBegin.command])
}

struct AdminEpochBegin: AdminAction {
    static let name = "begin"
    static let abstract = "End all sessions of all users."
    static let discussion = """
        Run it after the data were restored from an old copy. rollcall-auth detects most restores \
        itself, if a session had ended since the copy. It cannot if its mark was restored, too.

        JSON: {"ended_session_count":1}
        """

    @OptionGroup var confirmation: Confirmation

    func run(_ session: AdminSession) async throws {
        try confirmation.ask("End all sessions of all users?")
        let count = try await session.auth.beginEpoch(BeginEpochRequest()).endedSessionCount
        try session.output.say(
            ["ended_session_count": count],
            text: "All users have to sign in again. Sessions that ended: \(count)")
    }
}
