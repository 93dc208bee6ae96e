import ArgumentParser

struct SessionRevokeAll: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke-all",
        abstract: "End all of your sessions, this one too.",
        discussion: #"JSON: {"revoked":true}"#)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            try await command.rollcall.revokeAllSessions()
            try command.output.say(
                .object(["revoked": .bool(true)]),
                text: "All of your sessions have ended. You are signed out.")
        }
    }
}
