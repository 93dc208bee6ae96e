import ArgumentParser
import RollcallAPI

struct AdminMailRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Try a mail again at once.",
        discussion: #"JSON: {"mail_id":"...","retried":true}"#)

    @Argument(help: "The mail, as the list has it.")
    var id: String

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            _ = try await about(id) {
                try await session.auth.retryMail(
                    RetryMailRequest(mailID: id), options: AdminSession.options)
            }
            try session.output.say(
                .object(["mail_id": .string(id), "retried": .bool(true)]),
                text: "The mail is being tried again.")
        }
    }
}
