import ArgumentParser

struct EmailVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify your address, by the code of the mail or by its link.",
        discussion: #"JSON: {"verified":true}"#)

    @Argument(help: "The eight digits of the mail.")
    var code: String?

    @Option(help: ArgumentHelp(MailedLink.help, valueName: "token"))
    var link: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard (code == nil) != (link == nil) else {
            throw ValidationError("Give the code, or --link.")
        }
    }

    func run() async throws {
        try await common.run { command in
            if let code { try await command.rollcall.verifyAddress(code: code) }
            if let link {
                _ = try await MailedLink(link).follow(for: .verifyAddress, command.rollcall)
            }
            try command.output.say(
                .object(["verified": .bool(true)]), text: "Your address is verified.")
        }
    }
}
