import ArgumentParser

struct EmailChange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Begin to change your address.",
        discussion: #"JSON: {"expires_at_ms","needs_old_code"}"#)

    @Argument(help: "The new address.")
    var newAddress: String

    @OptionGroup var password: PasswordOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let answer = try await command.rollcall.startAddressChange(
                to: newAddress, password: try password.read(isNew: false))
            try command.output.say(
                .object([
                    "needs_old_code": .bool(answer.needsOldCode),
                    "expires_at_ms": .number(answer.expiresAtMs),
                ]),
                text: answer.needsOldCode
                    ? "Two mails are on their way, to the old address and to the new one. Then: "
                        + "rollcall email confirm --old DIGITS --new DIGITS"
                    : "A mail is on its way to the new address. Then: "
                        + "rollcall email confirm --new DIGITS")
        }
    }
}
