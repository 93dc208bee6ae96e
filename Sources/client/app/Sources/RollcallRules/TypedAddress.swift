/// An e-mail address as it was typed or pasted: a mailbox (RFC 5321 §4.1.2), `local@domain`, with a
/// dot-atom or a quoted string before the sign. ASCII alone before the sign; no address literals
/// such as `[192.0.2.1]`.
///
/// A domain may have any letters. What it is in ASCII takes tables that only Auth has.
package struct TypedAddress: Sendable {
    package static let longest = 254
    package static let longestLocalPart = 64

    /// What is behind the sign.
    package let domain: [UInt8]
    /// As it was typed.
    private let localPart: [UInt8]
    /// The local part, without its quotation marks and backslashes.
    private let content: [UInt8]

    /// - Parameter text: with blanks around it, or `mailto:` before it.
    /// - Throws: what is wrong in front of the sign, or with the whole.
    package init(_ text: String) throws(ContractReason) {
        var text = text.trimmed
        if text.prefix(7).lowercased() == "mailto:" { text.removeFirst(7) }
        guard !text.isEmpty else { throw .emailMissing }
        guard text.utf8.count <= Self.longest else { throw .emailTooLong }
        let bytes = Array(text.utf8)
        guard let sign = bytes.lastIndex(of: UInt8(ascii: "@")) else { throw .emailMalformed }
        localPart = Array(bytes[..<sign])
        domain = Array(bytes[(sign + 1)...])
        guard let content = Self.content(of: localPart) else { throw .emailMalformed }
        guard localPart.count <= Self.longestLocalPart else { throw .emailTooLong }
        self.content = content
    }

    /// Whether the domain has letters outside ASCII.
    package var isInternational: Bool { !domain.allSatisfy { $0 < 0x80 } }

    /// - Parameter domain: in ASCII. The dot of the root is dropped.
    /// - Returns: the address with this domain, and what is compared: lower case, and quoted only
    ///   where it must be.
    package func mailbox(
        in domain: [UInt8]
    ) throws(ContractReason) -> (text: String, canonical: String) {
        var domain = domain
        if domain.last == UInt8(ascii: ".") { domain.removeLast() }
        guard Self.isDomain(domain) else { throw .emailMalformed }
        let end = [UInt8(ascii: "@")] + domain
        guard localPart.count + end.count <= Self.longest else { throw .emailTooLong }
        return (
            String(decoding: localPart + end, as: UTF8.self),
            String(decoding: canonicalLocalPart + end, as: UTF8.self).lowercased()
        )
    }

    /// The rule that a text breaks, as far as it can be told without those tables.
    package static func ruleBroken(by text: String) -> ContractReason? {
        do {
            let typed = try TypedAddress(text)
            if !typed.isInternational { _ = try typed.mailbox(in: typed.domain) }
            return nil
        } catch {
            return error
        }
    }

    private var canonicalLocalPart: [UInt8] {
        if Self.isDotAtom(content) { return content }
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        let escaped = content.flatMap { [quote, backslash].contains($0) ? [backslash, $0] : [$0] }
        return [quote] + escaped + [quote]
    }

    private static func content(of localPart: [UInt8]) -> [UInt8]? {
        if localPart.first == UInt8(ascii: "\"") { return unquoted(localPart) }
        return isDotAtom(localPart) ? localPart : nil
    }

    /// What is in a `Quoted-string`.
    private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
        var content: [UInt8] = []
        var index = 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                return index + 1 == bytes.count ? content : nil
            case UInt8(ascii: "\\"):
                index += 1
                guard index < bytes.count, (32...126).contains(bytes[index]) else { return nil }
            case 32...126:
                break
            default:
                return nil
            }
            content.append(bytes[index])
            index += 1
        }
        return nil
    }

    /// `Dot-string`.
    private static func isDotAtom(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
    }

    /// `atext` (RFC 5322 §3.2.3).
    private static func isAtomText(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    /// Labels of 1 to 63 letters, digits and hyphens, no hyphen at either end.
    private static func isDomain(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { label in
                let hyphen = UInt8(ascii: "-")
                return (1...63).contains(label.count) && label.first != hyphen
                    && label.last != hyphen
                    && label.allSatisfy { $0.isLetterOrDigit || $0 == hyphen }
            }
    }
}
