import ArgumentParser
import RollcallAPI

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Your account.",
        subcommands: [
            AccountShow.command, AccountLocale.command, AccountExport.command,
            AccountDelete.command, AccountReceipt.command,
        ])
}

struct AccountShow: UserAction {
    static let name = "show"
    static let abstract = "Show your account."
    static let discussion = """
        JSON: {"created_at_ms","email","email_verified","locale","password_changed_at_ms",\
        "pending_email","user_id"}
        """

    func run(_ command: Command) async throws {
        let account = try await command.rollcall.accountInfo()
        try command.output.say(account.json, text: account.text)
    }
}

extension AccountInfo {
    var json: JSON {
        json(["email": email, "pending_email": pendingEmail])
    }

    var text: String {
        let pending = pendingEmail.isEmpty ? "" : "\nto be \(pendingEmail), once that is confirmed"
        return """
            \(email) (\(emailVerified ? "verified" : "not verified"))\(pending)
            user \(userID), since \(createdAtMs.timeText)
            password set \(passwordChangedAtMs.timeText)
            mails in \(locale.isEmpty ? "the deployment's language" : locale)
            """
    }
}

struct AccountLocale: UserAction {
    static let name = "locale"
    static let abstract = "Choose the language of mails to you."
    static let discussion = "JSON: the account, as account show prints it."

    @Argument(help: "A language tag, such as de-AT; \"\" for the deployment's own language.")
    var locale: String

    func run(_ command: Command) async throws {
        let account = try await command.rollcall.setLocale(locale)
        try command.output.say(account.json, text: account.text)
    }
}

struct AccountDelete: UserAction {
    static let name = "delete"
    static let abstract = "Delete your account, for good."
    static let discussion = """
        Your sessions end at once. Your profile, photo and presence are deleted as well. Your \
        display name is not given out for 30 days. Keep the receipt to read the progress of the \
        deletion later: it is not shown again.

        JSON: {"deleted":true,"receipt"}
        """

    @OptionGroup var password: PasswordOptions
    @OptionGroup var confirmation: Confirmation

    func run(_ command: Command) async throws {
        try confirmation.ask("Delete your account, for good?")
        let receipt = try await command.rollcall.deleteAccount(
            password: password.read(isNew: false))
        try command.output.say(
            ["deleted": true, "receipt": receipt],
            text: "Your account is deleted. The receipt: \(receipt)")
    }
}
