import RollcallRules

/// A mailbox (RFC 5321 §4.1.2): `TypedAddress` with a domain for SMTP.
struct EmailAddress: Hashable {
    /// As it was typed, but for the domain: that is as SMTP has it, in ASCII and without the dot of
    /// the root.
    let text: String
    /// What is compared: lower case, and quoted only where it must be. Letter case in a local part
    /// could matter by the RFC; two people whose addresses differ by it alone are yet to be met.
    let canonical: String

    /// - Parameter text: as it was typed or pasted, with blanks around it, or `mailto:` before it.
    /// - Throws: EMAIL_MISSING, EMAIL_TOO_LONG, EMAIL_MALFORMED.
    init(_ text: String) throws(ContractReason) {
        let typed = try TypedAddress(text)
        var domain = typed.domain
        if typed.isInternational {
            guard let ascii = InternationalDomain.ascii(domain) else { throw .emailMalformed }
            domain = ascii
        }
        (self.text, canonical) = try typed.mailbox(in: domain)
    }

    /// What stands behind the sign, in lower case.
    var domain: Substring {
        canonical[canonical.index(after: canonical.lastIndex(of: "@") ?? canonical.startIndex)...]
    }

    static func == (left: Self, right: Self) -> Bool { left.canonical == right.canonical }

    func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}
