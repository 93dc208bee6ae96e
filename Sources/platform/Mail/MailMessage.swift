import RollcallBasics

/// A mail, before it is bytes.
package struct MailMessage: Hashable, Sendable {
    /// Letters, digits and hyphens. The `Message-ID` is made of it, so it is the same however often
    /// the mail is tried, and another one for each mail.
    package let id: String
    package let sender: MailAddress
    /// Who the sender says it is; may be empty.
    package let senderName: HeaderText
    package let recipient: MailAddress
    package let subject: HeaderText
    package let text: String
    /// The same as `text`, for those who see HTML.
    package let html: String?
    /// Milliseconds since 1970.
    package let date: Int64

    package init(
        id: String, sender: MailAddress, senderName: HeaderText, recipient: MailAddress,
        subject: HeaderText, text: String, html: String? = nil, date: Int64
    ) {
        precondition(id.isASCIIAlphanumeric(or: "-") && (1...64).contains(id.utf8.count))
        self.id = id
        self.sender = sender
        self.senderName = senderName
        self.recipient = recipient
        self.subject = subject
        self.text = text
        self.html = html
        self.date = date
    }
}
