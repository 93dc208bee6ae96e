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
    /// For an operator who looks at this mail. A server's answers name addresses: not for a log.
    package let text: String

    package init(_ kind: Kind, status: Int? = nil, _ text: String) {
        self.kind = kind
        self.status = status
        self.text = text
    }
}
