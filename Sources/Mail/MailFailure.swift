/// Why a mail was not sent, and so what its sender does with it.
package struct MailFailure: Error, Equatable, Sendable {
    package enum Kind: String, Sendable {
        /// This mail is never taken: its recipient, or what it says, is refused.
        case permanent
        /// Perhaps later: nobody answers, or the server has no time or room.
        case transient
        /// No mail is sent until an operator mends something: name and password, TLS, the sender.
        case configuration
    }

    package let kind: Kind
    /// The status of the server's answer (RFC 5321 §4.2), if it gave one: fit for a log.
    package let status: Int?
    /// For a log: nothing in it is the mail's, or was said by a server in its own words. Empty when
    /// there is nothing else to say than `text`.
    package let reason: String
    /// For an operator who looks at this mail. A server's answers name addresses: not for a log.
    package let text: String

    package init(_ kind: Kind, status: Int? = nil, reason: String = "", _ text: String) {
        self.kind = kind
        self.status = status
        self.reason = reason
        self.text = text
    }

    /// One that was found here, and not said by a server: what there is to say is fit for a log.
    package static func here(_ kind: Kind, _ text: String) -> MailFailure {
        MailFailure(kind, reason: text, text)
    }
}
