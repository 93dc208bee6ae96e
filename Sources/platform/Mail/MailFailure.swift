/// Why a mail was not sent.
package struct MailFailure: Error, Equatable, Sendable {
    package enum Kind: String, Sendable {
        /// This mail is never accepted: the server refuses its recipient.
        case permanent
        /// The server refuses this mail for good, without a word on whether for its recipient or
        /// for a reason that would meet every mail.
        case doubtful
        /// A later attempt may succeed: the server does not answer, or has no time or space.
        case transient
        /// No mail is sent until an operator fixes something: name and password, TLS, the sender, a
        /// quota, the right to relay.
        case configuration
    }

    package let kind: Kind
    /// The status of the server's answer (RFC 5321 §4.2), if there was one. It is safe to log.
    package let status: Int?
    /// The reason for a log. It has nothing of the mail, and no text of a server. Empty if `text`
    /// says the same.
    package let reason: String
    /// The reason for an operator who looks at this mail. A server's answer may name addresses, so
    /// it is not logged.
    package let text: String
    /// Whether every mail would fail now: also where the server turns all away for a while.
    package let concernsAllMail: Bool

    /// - Parameter concernsAllMail: by default what no server has answered, and what an operator
    ///   must fix.
    package init(
        _ kind: Kind, status: Int? = nil, reason: String = "", _ text: String,
        concernsAllMail: Bool? = nil
    ) {
        self.kind = kind
        self.concernsAllMail =
            concernsAllMail ?? (kind == .configuration || (kind == .transient && status == nil))
        self.status = status
        self.reason = reason
        self.text = text
    }

    /// A failure that was found here, and not reported by a server. Its text is safe to log.
    package static func here(_ kind: Kind, _ text: String) -> MailFailure {
        MailFailure(kind, reason: text, text)
    }
}
