import ArgumentParser
import RollcallAPI

struct AdminMailDrop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Remove a mail: one that waits is not sent.",
        discussion: #"JSON: {"dropped":true,"mail_id":"..."}"#)

    @Argument(help: "The mail, as the list has it.")
    var id: String

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            _ = try await about(id) {
                try await session.auth.dropMail(
                    DropMailRequest(mailID: id), options: AdminSession.options)
            }
            try session.output.say(
                .object(["mail_id": .string(id), "dropped": .bool(true)]),
                text: "The mail is removed.")
        }
    }
}
