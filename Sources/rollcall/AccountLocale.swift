import ArgumentParser

struct AccountLocale: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locale",
        abstract: "Choose the language of mails to you.",
        discussion: "JSON: the account, as account show prints it.")

    @Argument(help: "A language tag, such as de-AT; \"\" for the deployment's own language.")
    var locale: String

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let account = try await command.rollcall.setLocale(locale)
            try command.output.say(account.json, text: account.text)
        }
    }
}
