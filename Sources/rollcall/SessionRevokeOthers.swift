import ArgumentParser

struct SessionRevokeOthers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke-others",
        abstract: "End all of your sessions but this one.",
        discussion: #"JSON: {"revoked":true}"#)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            try await command.rollcall.revokeOtherSessions()
            try command.output.say(
                .object(["revoked": .bool(true)]), text: "Your other sessions have ended.")
        }
    }
}
