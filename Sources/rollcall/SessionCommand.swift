import ArgumentParser

struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Your sessions, on all your devices.",
        discussion: """
            A session that is revoked cannot be gone on with. Services other than Auth take what it \
            holds until that expires, within ten minutes.
            """,
        subcommands: [
            SessionList.self, SessionRevoke.self, SessionRevokeOthers.self, SessionRevokeAll.self,
        ])
}
