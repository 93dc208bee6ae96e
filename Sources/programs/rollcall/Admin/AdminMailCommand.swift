import ArgumentParser
import RollcallAPI

struct AdminMailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail",
        abstract: "Mails that wait, were sent or were given up.",
        discussion: """
            JSON, for a mail: {"attempts","created_at_ms","due_at_ms","ended_at_ms","expires_at_ms",\
            "kind","last_error","mail_id","recipient","state","user_id"}; ended_at_ms is null for \
            one that waits.
            """,
        subcommands: [
            AdminMailList.command, AdminMailRetry.command, AdminMailDrop.command,
            AdminMailSpool.command, AdminMailTest.command,
        ])
}

struct AdminMailList: AdminList {
    static let name = "list"
    static let abstract = "List mails, the newest first."

    @Option(help: "The state of the mails: pending, sent or dead.")
    var state = MailState.pending

    func page(_ token: String, _ session: AdminSession) async throws -> ([MailSummary], String) {
        let page = try await session.auth.listMail(
            ListMailRequest(state: state, pageSize: 500, pageToken: token))
        return (page.mails, page.nextPageToken)
    }
}

struct AdminMailRetry: AdminAction {
    static let name = "retry"
    static let abstract = "Retry a mail immediately."
    static let discussion = #"JSON: {"mail_id":"...","retried":true}"#

    @Argument(help: "The mail, as the list has it.")
    var id: String

    var subject: String? { id }

    func run(_ session: AdminSession) async throws {
        _ = try await session.auth.retryMail(RetryMailRequest(mailID: id))
        try session.output.say(
            ["mail_id": id, "retried": true], text: "The mail is being tried again.")
    }
}

struct AdminMailDrop: AdminAction {
    static let name = "drop"
    static let abstract = "Delete a mail. A waiting mail is then not sent."
    static let discussion = #"JSON: {"dropped":true,"mail_id":"..."}"#

    @Argument(help: "The mail, as the list has it.")
    var id: String

    var subject: String? { id }

    func run(_ session: AdminSession) async throws {
        _ = try await session.auth.dropMail(DropMailRequest(mailID: id))
        try session.output.say(["mail_id": id, "dropped": true], text: "The mail is removed.")
    }
}

struct AdminMailTest: AdminAction {
    static let name = "test"
    static let abstract = "Send a test mail."
    static let discussion = #"JSON: {"mail_id":"..."}"#

    @Argument(help: "The recipient.")
    var address: String

    @Option(help: ArgumentHelp("Its language, such as de-AT.", valueName: "language"))
    var locale: String?

    func run(_ session: AdminSession) async throws {
        let id = try await session.auth.sendTestMail(
            SendTestMailRequest(email: address, locale: locale ?? "")
        ).mailID
        try session.output.say(
            ["mail_id": id],
            text: "The mail \(id) is queued. See whether it was sent: rollcall admin mail list "
                + "--state sent")
    }
}

extension MailSummary: Listed {
    static var header: [String] { ["MAIL", "KIND", "QUEUED", "TRIES", "TO", "ERROR"] }

    /// An error is text of a mail server, and a table has one line for it.
    var row: [String] {
        let error = lastError.split(whereSeparator: \.isNewline).joined(separator: " ")
        return [mailID, kind, createdAtMs.timeText, "\(attempts)", recipient, error]
    }

    package var json: JSON { json(optional: ["ended_at_ms"], ["recipient": recipient]) }
}

extension MailState: WordArgument {
    static let choices: [MailState] = [.pending, .sent, .dead]
}
