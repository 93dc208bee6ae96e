import ArgumentParser

struct IdentityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "The accounts elsewhere that you can sign in with.",
        discussion: "They are linked on the pages and in apps.",
        subcommands: ContractCommands.below("identity"))
}
