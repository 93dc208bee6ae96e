import ArgumentParser

struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Your sessions, on all your devices.",
        discussion: """
            A session that is revoked cannot be continued, and services that follow Auth refuse it at \
            once.
            """,
        subcommands: [
            SessionList.self, SessionRevoke.self, SessionRevokeOthers.self, SessionRevokeAll.self,
            SessionWatch.self,
        ])
}
