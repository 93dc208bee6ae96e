import ArgumentParser

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Your password.",
        subcommands: [PasswordChange.command, PasswordReset.command])
}

struct PasswordChange: UserAction {
    static let name = "change"
    static let abstract = "Change your password, and end your other sessions."
    static let discussion = #"JSON: {"changed":true}"#

    @OptionGroup var password: PasswordOptions
    @OptionGroup var newPassword: NewPasswordOptions

    func run(_ command: Command) async throws {
        try await command.rollcall.changePassword(
            from: try password.read(isNew: false), to: try newPassword.read())
        try command.output.say(
            ["changed": true],
            text: "The password was changed. Your other sessions have ended.")
    }
}
