/// A mailbox (RFC 5321 §4.1.2): `local@domain`, with a dot-atom or a quoted string before the
/// sign, and a domain name behind it. ASCII alone; no address literals such as `[192.0.2.1]`.
struct EmailAddress: Hashable {
    static let longest = 254
    static let longestLocalPart = 64

    /// As it was written.
    let text: String
    /// What is compared: lower case, and quoted only where it must be. Letter case in a local part
    /// could matter by the RFC; two people whose addresses differ by it alone are yet to be met.
    let canonical: String

    enum Malformation: Error, Equatable {
        case missing, tooLong, malformed
    }

    init(_ text: String) throws(Malformation) {
        guard !text.isEmpty else { throw .missing }
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        guard let mailbox = Mailbox(text) else { throw .malformed }
        guard mailbox.localPartLength <= Self.longestLocalPart else { throw .tooLong }
        self.text = text
        canonical = mailbox.canonical
    }

    static func == (left: Self, right: Self) -> Bool { left.canonical == right.canonical }

    func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}
