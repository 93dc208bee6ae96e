import ArgumentParser

struct SessionRevoke: UserAction {
    static let name = "revoke"
    static let abstract = "End one of your sessions."
    static let discussion = #"JSON: {"revoked":true,"sessionId":"..."}"#

    @Argument(help: "The session, as session list names it: its id, or the last part of that.")
    var id: String

    func run(_ command: Command) async throws {
        let id = try await sessionID(command)
        try await about(self.id) { try await command.rollcall.revokeSession(id) }
        try command.output.say(["revoked": true, "sessionId": id], text: "The session has ended.")
    }

    /// The whole id. What is no session's last part is left for the service to refuse.
    private func sessionID(_ command: Command) async throws -> String {
        guard !id.contains("-") else { return id }
        return try await command.rollcall.sessions().first { $0.shortID == id }?.sessionID ?? id
    }
}

struct SessionRevokeAll: UserAction {
    static let name = "revoke-all"
    static let abstract = "End all of your sessions, including this one."
    static let discussion = #"JSON: {"revoked":true}"#

    func run(_ command: Command) async throws {
        try await command.rollcall.revokeAllSessions()
        try command.output.say(
            ["revoked": true],
            text: "All of your sessions have ended. You are signed out.")
    }
}
