import ArgumentParser

struct PasswordReset: UserAction {
    static let name = "reset"
    static let abstract = "Choose a new password when you have forgotten yours."
    static let discussion = """
        Run it first with --email, which sends you a mail. Then run it with --code or --link, as \
        the mail says. The code is valid only on this machine.

        JSON: {"sent":true}, then {"changed":true}
        """

    @Option(help: ArgumentHelp("Have a code mailed to this address.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("The eight digits of the mail.", valueName: "digits"))
    var code: String?

    @Option(help: ArgumentHelp(MailedLink.help, valueName: "token"))
    var link: String?

    @OptionGroup var newPassword: NewPasswordOptions

    func validate() throws {
        guard [email, code, link].count(where: { $0 != nil }) == 1 else {
            throw ValidationError("Give one of --email, --code and --link.")
        }
        guard link != "-" || newPassword.newPasswordFile != "-" else {
            throw ValidationError(
                "Only one of --link and --new-password-file can be read from standard input.")
        }
    }

    func run(_ command: Command) async throws {
        let file = command.store.directory.reset
        if let email {
            try file.save(try await command.rollcall.requestPasswordReset(email: email))
            try command.output.say(
                ["sent": true],
                text: """
                    If there is an account with this address, a mail with a code is on its way. \
                    Then: rollcall password reset --code DIGITS
                    """)
        } else {
            try await choose(command, file)
            try command.output.say(
                ["changed": true],
                text: "The password was changed. All your sessions have ended; sign in.")
        }
    }

    private func choose(_ command: Command, _ file: StateFile) async throws {
        if let link {
            try await command.rollcall.resetPassword(
                linkToken: MailedLink(link).token, to: newPassword.read())
        } else if let code {
            guard let flow = try file.text else {
                throw Failure(
                    status: .usage, code: "FAILED_PRECONDITION",
                    message: "No code was asked for on this machine. Ask for one: rollcall "
                        + "password reset --email ADDRESS")
            }
            try await command.rollcall.resetPassword(
                flow: flow, code: code, to: try newPassword.read())
        }
        try file.remove()
    }
}
