import RollcallCrypto

/// Words of any letters in a header, which is ASCII (RFC 2047).
enum EncodedWords {
    /// What fits on a line of 78 with the name of the header.
    private static let longestPlain = 60
    /// Bytes in one encoded word: 60 digits of base64, so 72 characters of the 75 that it may have.
    private static let longestWord = 45

    /// A header, over as many lines as it needs.
    static func header(_ name: String, _ text: String) -> String {
        "\(name): \(isPlain(text) ? text : words(text))"
    }

    /// The name before an address (RFC 5322 §3.2.5): quoted where it is ASCII.
    static func phrase(_ text: String) -> String {
        guard isPlain(text) else { return words(text) }
        let escaped = text.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }
        return "\"\(escaped.joined())\""
    }

    /// Whether it can stand as it is. `=?` would begin an encoded word.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= longestPlain && text.utf8.allSatisfy { (32...126).contains($0) }
            && !text.contains("=?")
    }

    /// Each on a line of its own; no character is torn apart (RFC 2047 §5 (3)).
    private static func words(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > longestWord { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Base64.standard.padded($0))?=" }.joined(separator: "\r\n ")
    }
}
