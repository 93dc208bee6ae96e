import CTransfer
import Transfers

extension MailFailure {
    /// What the end of a sending means for the mail; `nil` if it was sent.
    init?(_ end: TransferEnd, _ dialogue: SMTPDialogue) {
        if end.code == CURLE_OK { return nil }
        // The last answer of a server that is gone may have been a good one: no reason for
        // anything.
        let status = end.status >= 400 ? end.status : nil
        let command = dialogue.command
        let text = dialogue.reply.isEmpty ? end.sentence : dialogue.reply
        let refusal = Self.refusal(of: command, status: status, text)
        let isRefused = status != nil && Self.refusals.contains(end.code)
        if end.code == CURLE_LOGIN_DENIED || (isRefused && command == "AUTH") {
            // A login can be refused for now (454, RFC 4954 §6).
            let isForNow = (400..<500).contains(status ?? 0)
            self.init(
                isForNow ? .transient : .configuration, status: status, reason: refusal, text,
                concernsAllMail: true)
        } else if isRefused {
            let kind = Self.kind(status ?? 0, command, Self.enhancedStatus(in: text) ?? "")
            self.init(
                kind, status: status, reason: refusal, text,
                concernsAllMail: kind == .configuration || !Self.isAboutMail(command))
        } else {
            self.init(
                end.isUntrusted ? .configuration : .transient, status: status,
                reason: end.failure, end.sentence, concernsAllMail: true)
        }
    }

    /// What libcurl ends with when the server says no, and also when the connection breaks.
    private static let refusals = [
        CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_REMOTE_ACCESS_DENIED,
    ]

    /// Only a "no" to the recipient or to the text can be about this mail (RFC 5321 §4.2.1). A "no"
    /// to anything before would meet every mail, and so do those that ask for a login (RFC 4954
    /// §6).
    private static func isAboutMail(_ command: String) -> Bool {
        ["RCPT", "DATA"].contains(command)
    }

    /// The enhanced status says who is refused (RFC 3463 §3): the recipient's address (5.1) or
    /// mailbox (5.2); or every mail of ours, by its sender (5.1.7, 5.1.8), its way (5.4), or a
    /// policy (5.7).
    private static func kind(_ status: Int, _ command: String, _ enhanced: String) -> Kind {
        let isAboutLogin = [530, 534, 535, 538].contains(status)
        guard status >= 500 else { return .transient }
        guard isAboutMail(command), !isAboutLogin else { return .configuration }
        if enhanced.contains(#/^5\.(1\.[78]$|[47]\.)/#) { return .configuration }
        return enhanced.contains(#/^5\.(1\.[1-9]|2\.)/#) ? .permanent : .doubtful
    }

    /// What the server refuses, by the numbers of its answer alone: its words may repeat the
    /// address, or what is in the mail.
    private static func refusal(of command: String, status: Int?, _ text: String) -> String {
        let numbers = [status.map(String.init), enhancedStatus(in: text)].compactMap(\.self)
        return "the server refuses \(([command] + numbers).joined(separator: " "))"
    }

    /// Such as `5.1.1` (RFC 3463 §2), after the status of the answer.
    private static func enhancedStatus(in text: String) -> String? {
        let match = text.prefixMatch(
            of: #/[245][0-9]{2}[ -]([245]\.[0-9]{1,3}\.[0-9]{1,3})(?: |$)/#)
        return match.map { String($0.1) }
    }
}
