import ArgumentParser

struct PasswordChange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change your password, and end your other sessions.",
        discussion: #"JSON: {"changed":true}"#)

    @OptionGroup var password: PasswordOptions
    @OptionGroup var newPassword: NewPasswordOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            try await command.rollcall.changePassword(
                from: try password.read(isNew: false), to: try newPassword.read())
            try command.output.say(
                .object(["changed": .bool(true)]),
                text: "The password was changed. Your other sessions have ended.")
        }
    }
}
