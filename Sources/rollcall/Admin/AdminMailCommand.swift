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
            AdminMailList.self, AdminMailRetry.self, AdminMailDrop.self, AdminMailSpool.self,
            AdminMailTest.self,
        ])
}

extension MailSummary {
    var adminJSON: JSON {
        .object([
            "mail_id": .string(mailID), "kind": .string(kind), "user_id": .string(userID),
            "recipient": .string(recipient), "state": .string(state.text),
            "attempts": .number(Int64(attempts)), "due_at_ms": .number(dueAtMs),
            "created_at_ms": .number(createdAtMs), "expires_at_ms": .number(expiresAtMs),
            "ended_at_ms": endedAtMs == 0 ? .null : .number(endedAtMs),
            "last_error": .string(lastError),
        ])
    }

    static let header = ["MAIL", "KIND", "QUEUED", "TRIES", "TO", "ERROR"]

    /// An error is text of a mail server, and a table has one line for it.
    var row: [String] {
        let error = lastError.split(whereSeparator: \.isNewline).joined(separator: " ")
        return [mailID, kind, createdAtMs.timeText, "\(attempts)", recipient, error]
    }
}

extension MailState {
    var text: String {
        switch self {
        case .pending: "pending"
        case .sent: "sent"
        case .dead: "dead"
        default: "unknown"
        }
    }
}
