import ArgumentParser

struct AccountDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete your account, for good.",
        discussion: """
            Your sessions end at once. Your profile, photo and presence are deleted as well. Nobody \
            gets your display name for 30 days. Keep the receipt if you want to ask later how far the \
            deletion has come: it is not shown again.

            JSON: {"deleted":true,"receipt"}
            """)

    @OptionGroup var password: PasswordOptions
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            try confirmation.ask("Delete your account, for good?")
            let receipt = try await command.rollcall.deleteAccount(
                password: password.read(isNew: false))
            try command.output.say(
                .object(["deleted": .bool(true), "receipt": .string(receipt)]),
                text: "Your account is deleted. The receipt: \(receipt)")
        }
    }
}
