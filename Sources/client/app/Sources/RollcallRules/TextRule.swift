import Foundation

/// The rule of a text that people write for others to read, in Unicode's normal form NFC. A tab in
/// it becomes a space.
///
/// No character in it sets the direction of writing for text after it (UAX 9 §2). Letters
/// that are written from the right still draw digits beside them to their side: an app that puts
/// the text between its own words sets it in U+2068 and U+2069.
package struct TextRule: Sendable {
    package enum Form: Sendable {
        /// Line ends behind it are dropped.
        case oneLine
        /// Lines end with U+000A. What other systems and programs end them with becomes that.
        case lines
    }

    package static let bio = TextRule(.lines, longest: 1000)
    package static let pronouns = TextRule(longest: 40)
    package static let location = TextRule(longest: 100)

    let form: Form
    let longest: Int

    /// - Parameter longest: code points in NFC.
    package init(_ form: Form = .oneLine, longest: Int) {
        (self.form, self.longest) = (form, longest)
    }

    /// - Returns: the text in its normal form.
    package func normal(_ text: String) throws(Malformation) -> String {
        let normal = composed(text)
        guard let normal, normal.unicodeScalars.count <= longest else {
            throw Malformation(rule: "has at most \(longest) characters")
        }
        guard form == .lines || !normal.contains("\n") else {
            throw Malformation(rule: "is one line")
        }
        for line in normal.unicodeScalars.split(separator: "\n") { try Self.check(line) }
        return normal
    }

    /// - Returns: `nil` for a text that is too long in whatever form.
    private func composed(_ text: String) -> String? {
        // In NFC a code point has at most four bytes, and no text more than three times as many
        // code points otherwise (UAX 15 §9).
        guard text.utf8.count <= 12 * longest else { return nil }
        var lines = text.precomposedStringWithCanonicalMapping.replacing("\t", with: " ")
            .split(omittingEmptySubsequences: false) { $0.unicodeScalars.first?.endsALine == true }
        while form == .oneLine, lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// - Parameter line: one paragraph in the sense of UAX 9.
    private static func check(_ line: Substring.UnicodeScalarView) throws(Malformation) {
        var openIsolates = 0
        for scalar in line {
            switch scalar.value {
            case 0x202A...0x202E:
                throw Malformation(rule: "has no embeddings and overrides of direction")
            case 0x2066...0x2068: openIsolates += 1
            case 0x2069: openIsolates -= 1
            default:
                guard !scalar.isNoText else {
                    throw Malformation(rule: "has no control characters")
                }
            }
            // One that closes nothing here would close an isolate around the text.
            guard openIsolates >= 0 else { break }
        }
        guard openIsolates == 0 else {
            throw Malformation(
                rule: "closes each isolate of direction that it opens, and no other")
        }
    }
}

extension Unicode.Scalar {
    fileprivate var endsALine: Bool {
        value == 0x0A || value == 0x0D || value == 0x85 || isSeparator
    }

    fileprivate var isNoText: Bool { properties.generalCategory == .control || isSeparator }

    private var isSeparator: Bool { value == 0x2028 || value == 0x2029 }
}
