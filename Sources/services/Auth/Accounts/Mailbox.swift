import RollcallBasics

/// The grammar of RFC 5321 §4.1.2, for `Mailbox = Local-part "@" Domain`.
struct Mailbox {
    /// Bytes of the local part as it was written, quotation marks included.
    let localPartLength: Int
    /// The local part, without its quotation marks and backslashes.
    private let localPart: [UInt8]
    private let domain: [UInt8]

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let isQuoted = bytes.first == UInt8(ascii: "\"")
        guard let (localPart, length) = isQuoted ? Self.quotedString(bytes) : Self.dotAtom(bytes),
            bytes.dropFirst(length).first == UInt8(ascii: "@")
        else { return nil }
        domain = Array(bytes.dropFirst(length + 1))
        self.localPart = localPart
        localPartLength = length
        guard Self.isDomain(domain) else { return nil }
    }

    /// Lower case; the local part is quoted only if it is no dot-atom.
    var canonical: String {
        let isAtom = Self.isDotAtom(localPart)
        let escaped = localPart.flatMap { byte in
            [UInt8(ascii: "\""), UInt8(ascii: "\\")].contains(byte)
                ? [UInt8(ascii: "\\"), byte] : [byte]
        }
        let quote = [UInt8(ascii: "\"")]
        let local = isAtom ? localPart : quote + escaped + quote
        return String(decoding: local + [UInt8(ascii: "@")] + domain, as: UTF8.self).lowercased()
    }

    /// `Quoted-string` at the beginning: its content, and its length in bytes.
    private static func quotedString(_ bytes: [UInt8]) -> ([UInt8], Int)? {
        var content: [UInt8] = []
        var index = 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                return (content, index + 1)
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

    /// `Dot-string` at the beginning, up to the sign.
    private static func dotAtom(_ bytes: [UInt8]) -> ([UInt8], Int)? {
        let atom = Array(bytes.prefix { $0 != UInt8(ascii: "@") })
        return isDotAtom(atom) ? (atom, atom.count) : nil
    }

    private static func isDotAtom(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
    }

    /// `atext` (RFC 5322 §3.2.3).
    private static func isAtomText(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    /// Labels of 1 to 63 letters, digits and hyphens, no hyphen at either end.
    private static func isDomain(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { label in
                let hyphen = UInt8(ascii: "-")
                return (1...63).contains(label.count) && label.first != hyphen
                    && label.last != hyphen
                    && label.allSatisfy { $0.isASCIILetterOrDigit || $0 == hyphen }
            }
    }
}
