import RollcallAPI

/// A mailbox (RFC 5321 §4.1.2): `local@domain`, with a dot-atom or a quoted string before the
/// sign, and a domain name behind it, whose letters may be any. ASCII alone before the sign; no
/// address literals such as `[192.0.2.1]`.
struct EmailAddress: Hashable {
    static let longest = 254
    static let longestLocalPart = 64

    /// As it was typed, but for the domain: that is as SMTP has it, in ASCII and without the dot of
    /// the root.
    let text: String
    /// What is compared: lower case, and quoted only where it must be. Letter case in a local part
    /// could matter by the RFC; two people whose addresses differ by it alone are yet to be met.
    let canonical: String

    enum Malformation: Error, Equatable {
        case missing, tooLong, malformed
    }

    /// - Parameter text: as it was typed or pasted, with blanks around it, or `mailto:` before it.
    init(_ text: String) throws(Malformation) {
        var text = text.trimmed
        if text.prefix(7).lowercased() == "mailto:" { text.removeFirst(7) }
        guard !text.isEmpty else { throw .missing }
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        guard let text = Self.withASCIIDomain(text), let mailbox = Mailbox(text) else {
            throw .malformed
        }
        guard mailbox.localPartLength <= Self.longestLocalPart, text.utf8.count <= Self.longest
        else { throw .tooLong }
        self.text = text
        canonical = mailbox.canonical
    }

    private static func withASCIIDomain(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let sign = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        var domain = Array(bytes[(sign + 1)...])
        if !domain.allSatisfy({ $0 < 0x80 }) {
            guard let ascii = InternationalDomain.ascii(domain) else { return nil }
            domain = ascii
        }
        if domain.last == UInt8(ascii: ".") { domain.removeLast() }
        return String(validating: bytes[...sign] + domain, as: UTF8.self)
    }

    /// What stands behind the sign, in lower case.
    var domain: Substring {
        canonical[canonical.index(after: canonical.lastIndex(of: "@") ?? canonical.startIndex)...]
    }

    static func == (left: Self, right: Self) -> Bool { left.canonical == right.canonical }

    func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}
