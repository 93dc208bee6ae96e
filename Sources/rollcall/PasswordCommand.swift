import ArgumentParser

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Your password.",
        subcommands: [PasswordChange.self, PasswordReset.self])
}
