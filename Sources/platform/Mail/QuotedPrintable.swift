/// Text as seven-bit lines of at most 76 characters (RFC 2045 §6.7).
enum QuotedPrintable {
    private static let longestLine = 76

    /// The lines, without their ends. A line ends at CR LF, LF or CR.
    static func lines(of text: String) -> [String] {
        let breaks = { (character: Character) in ["\r\n", "\n", "\r"].contains(character) }
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: breaks)
            .flatMap { encode(Array($0.utf8)) }
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private static func encode(_ bytes: [UInt8]) -> [String] {
        var full: [String] = []
        var line = ""
        for (index, byte) in bytes.enumerated() {
            let isLast = index == bytes.count - 1
            var piece = encode(byte, isFirst: line.isEmpty, isLast: isLast)
            // A line that goes on needs room for the sign that says so.
            if line.utf8.count + piece.utf8.count > longestLine - (isLast ? 0 : 1) {
                full.append(line + "=")
                line = ""
                piece = encode(byte, isFirst: true, isLast: isLast)
            }
            line += piece
        }
        return full + [line]
    }

    /// A blank at the end would be lost on the way, and a dot at the beginning means something to
    /// SMTP (RFC 5321 §4.5.2).
    private static func encode(_ byte: UInt8, isFirst: Bool, isLast: Bool) -> String {
        let isLiteral =
            switch byte {
            case UInt8(ascii: "="): false
            case UInt8(ascii: "."): !isFirst
            case UInt8(ascii: " "): !isLast
            default: (33...126).contains(byte)
            }
        guard !isLiteral else { return String(UnicodeScalar(byte)) }
        return (byte < 16 ? "=0" : "=") + String(byte, radix: 16, uppercase: true)
    }
}
