/// The bytes of a mail (RFC 5322, RFC 2045 to 2047): seven-bit lines of at most 78 characters, each
/// ended by CR LF.
extension MailMessage {
    package var encoded: [UInt8] {
        var lines = headers
        if let html {
            // `=_` does not occur in quoted-printable text (RFC 2045 §6.7).
            let boundary = "=_\(id)"
            lines.append("Content-Type: multipart/alternative; boundary=\"\(boundary)\"")
            lines += ["", "--\(boundary)"] + Self.part("plain", text)
            // The line end before a boundary is the boundary's own.
            lines += ["", "--\(boundary)"] + Self.part("html", html)
            lines += ["", "--\(boundary)--"]
        } else {
            lines += Self.part("plain", text)
        }
        return lines.flatMap { Array($0.utf8) + [13, 10] }
    }

    private var headers: [String] {
        [
            "Date: \(MailDate.text(milliseconds: date))",
            "From: \(from)",
            "To: <\(recipient.text)>",
            EncodedWords.header("Subject", subject.text),
            "Message-ID: <\(id)@\(sender.domain)>",
            "MIME-Version: 1.0",
            // RFC 3834: nobody's machine need answer.
            "Auto-Submitted: auto-generated",
        ]
    }

    private var from: String {
        guard !senderName.text.isEmpty else { return "<\(sender.text)>" }
        return EncodedWords.phrase(senderName.text) + "\r\n <\(sender.text)>"
    }

    private static func part(_ subtype: String, _ text: String) -> [String] {
        [
            "Content-Type: text/\(subtype); charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "",
        ] + QuotedPrintable.lines(of: text)
    }
}
