import ArgumentParser

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Your password.",
        subcommands: ContractCommands.below("password") + [PasswordReset.command])
}
