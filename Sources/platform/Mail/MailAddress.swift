import RollcallBasics

/// An address that can stand between angle brackets, in a header and in SMTP, and say nothing else
/// there: printable ASCII, one sign between a local part and a domain. Whether somebody could have
/// it is for others to judge.
package struct MailAddress: Hashable, Sendable {
    static let longest = 254

    package let text: String

    /// - Returns: `nil` for what could end the brackets, a line or a command, is too long, or is
    ///   not ASCII: domains of other letters come as `xn--`.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longest, let sign = bytes.lastIndex(of: UInt8(ascii: "@")),
            Self.isLocalPart(bytes[..<sign]), Self.isDomain(bytes[(sign + 1)...])
        else { return nil }
        self.text = text
    }

    /// Behind the sign.
    package var domain: String {
        String(decoding: text.utf8.split(separator: UInt8(ascii: "@")).last ?? [], as: UTF8.self)
    }

    /// Characters that need no quotation marks (RFC 5322 §3.2.3, and the dot), or a quoted string.
    private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "\"") else {
            return !bytes.isEmpty && bytes.allSatisfy(isPlain)
        }
        guard bytes.count >= 2, bytes.last == UInt8(ascii: "\"") else { return false }
        var isEscaped = false
        for byte in bytes.dropFirst().dropLast() {
            guard (32...126).contains(byte) else { return false }
            if !isEscaped, byte == UInt8(ascii: "\"") { return false }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return !isEscaped
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
    }

    private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { $0.isASCIILetterOrDigit || "-.".utf8.contains($0) }
    }
}
