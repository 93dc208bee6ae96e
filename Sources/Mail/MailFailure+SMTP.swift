import CMailTransport

extension MailFailure {
    /// What the end of a sending means for the mail; `nil` if it was sent.
    init?(_ result: rollcall_smtp_result) {
        // The last answer of a server that is gone may have been a good one: no reason for anything.
        let status = result.status >= 400 ? Int(result.status) : nil
        let text = withUnsafeBytes(of: result.text) { Self.text($0) }
        let command = withUnsafeBytes(of: result.command) { Self.text($0) }
        switch result.end {
        case ROLLCALL_SMTP_SENT: return nil
        case ROLLCALL_SMTP_REFUSED:
            self.init(Self.kind(status ?? 0, command), status: status, text)
        // A login can be refused for now (454, RFC 4954 §6).
        case ROLLCALL_SMTP_DENIED where (400..<500).contains(status ?? 0):
            self.init(.transient, status: status, text)
        case ROLLCALL_SMTP_UNTRUSTED, ROLLCALL_SMTP_DENIED:
            self.init(.configuration, status: status, text)
        default:
            self.init(.transient, status: status, text)
        }
    }

    /// Only a "no" to the recipient or to the text is about this mail (RFC 5321 §4.2.1). A "no" to
    /// anything before would meet every mail, and so do those that ask for a login (RFC 4954 §6).
    private static func kind(_ status: Int, _ command: String) -> Kind {
        let isAboutLogin = [530, 534, 535, 538].contains(status)
        guard status >= 500 else { return .transient }
        return ["RCPT", "DATA"].contains(command) && !isAboutLogin ? .permanent : .configuration
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
