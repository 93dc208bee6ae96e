import ArgumentParser
import RollcallAPI

struct AdminEpochCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "epoch",
        abstract: "What all sessions of the deployment hang on.",
        subcommands: [AdminEpochBegin.self])
}

struct AdminEpochBegin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "begin",
        abstract: "End all sessions of everybody.",
        discussion: """
            For when the data were set back to an old copy: rollcall-auth finds that out by itself if \
            a session had ended since, unless everything that remembers was set back with them.

            JSON: {"ended_session_count":1}
            """)

    @OptionGroup var admin: AdminOptions
    @OptionGroup var confirmation: Confirmation

    func run() async throws {
        try await admin.run { session in
            try confirmation.ask("End all sessions of everybody?")
            let response = try await session.auth.beginEpoch(
                BeginEpochRequest(), options: AdminSession.options)
            let count = Int64(clamping: response.endedSessionCount)
            try session.output.say(
                .object(["ended_session_count": .number(count)]),
                text: "Everybody has to sign in again. Sessions that ended: \(count)")
        }
    }
}
