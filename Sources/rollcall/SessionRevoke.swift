import ArgumentParser

struct SessionRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "End one of your sessions.",
        discussion: #"JSON: {"revoked":true,"session_id":"..."}"#)

    @Argument(help: "The session, as session list names it: its id, or the last part of that.")
    var id: String

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let id = try await sessionID(command)
            try await about(self.id) { try await command.rollcall.revokeSession(id) }
            try command.output.say(
                .object(["revoked": .bool(true), "session_id": .string(id)]),
                text: "The session has ended.")
        }
    }

    /// The whole id. What is no session's last part is left for the service to refuse.
    private func sessionID(_ command: Command) async throws -> String {
        guard !id.contains("-") else { return id }
        return try await command.rollcall.sessions().first { $0.shortID == id }?.sessionID ?? id
    }
}
