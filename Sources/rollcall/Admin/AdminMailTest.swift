import ArgumentParser
import RollcallAPI

struct AdminMailTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test mail.",
        discussion: #"JSON: {"mail_id":"..."}"#)

    @Argument(help: "Where it goes.")
    var address: String

    @Option(help: ArgumentHelp("Its language, such as de-AT.", valueName: "language"))
    var locale: String?

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            let response = try await session.auth.sendTestMail(
                SendTestMailRequest(email: address, locale: locale ?? ""),
                options: AdminSession.options)
            try session.output.say(
                .object(["mail_id": .string(response.mailID)]),
                text:
                    "The mail \(response.mailID) is queued. See whether it was sent: rollcall admin "
                    + "mail list --state sent")
        }
    }
}
