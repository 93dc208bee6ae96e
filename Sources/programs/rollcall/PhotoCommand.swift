import ArgumentParser

struct Photo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Profile photos.",
        subcommands: [PhotoSet.command, PhotoGet.command] + ContractCommands.below("photo"))
}
