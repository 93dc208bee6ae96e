import ArgumentParser

struct PasskeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkey",
        abstract: "Your passkeys, which are made on the pages and in apps.",
        subcommands: ContractCommands.below("passkey"))
}
