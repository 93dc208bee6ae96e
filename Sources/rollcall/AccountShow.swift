import ArgumentParser
import RollcallAPI

struct AccountShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show your account.",
        discussion: """
            JSON: {"created_at_ms","email","email_verified","locale","password_changed_at_ms",\
            "pending_email","user_id"}
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let account = try await command.rollcall.accountInfo()
            try command.output.say(account.json, text: account.text)
        }
    }
}

extension AccountInfo {
    var json: JSON {
        .object([
            "user_id": .string(userID), "email": .string(email),
            "email_verified": .bool(emailVerified), "locale": .string(locale),
            "created_at_ms": .number(createdAtMs),
            "password_changed_at_ms": .number(passwordChangedAtMs),
            "pending_email": .string(pendingEmail),
        ])
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
