import ArgumentParser

struct SessionRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "End one of your sessions.",
        discussion: #"JSON: {"revoked":true,"session_id":"..."}"#)

    @Argument(help: "The session, as the list has it.")
    var id: String

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            try await command.rollcall.revokeSession(id)
            try command.output.say(
                .object(["revoked": .bool(true), "session_id": .string(id)]),
                text: "The session has ended.")
        }
    }
}
