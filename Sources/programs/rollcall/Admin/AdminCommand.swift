import ArgumentParser

struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Administer accounts, services, limits, display names, profiles and presence.",
        discussion: """
            For signed-in administrators, and for the operator: root, or the user that rollcall-auth \
            runs as (for names, profiles, photos and words: rollcall-profile; for presence: \
            rollcall-presence), through its unix socket. \
            An operator who is signed in as a user adds --operator:

            rollcall admin user role ADDRESS admin --operator
            """,
        subcommands: ContractCommands.below("admin") + [
            ImportCommand.self, ExportCommand.self,
        ])
}
