import ArgumentParser

struct EmailUndo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo a change of your address, by the link that was mailed to the old one.",
        discussion: """
            All sessions of the account end, and its password no longer works. A mail with a code to \
            choose another one is sent at once.

            JSON: {"undone":true}
            """)

    @Argument(help: ArgumentHelp(MailedLink.help))
    var token: String

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let answer = try await MailedLink(token).follow(
                for: .undoAddressChange, command.rollcall)
            try ResetFile(directory: command.store.directory).save(answer.flow)
            try command.output.say(
                .object(["undone": .bool(true)]),
                text: """
                    You have your address again. A mail with a code is on its way. Then: \
                    rollcall password reset --code DIGITS
                    """)
        }
    }
}
