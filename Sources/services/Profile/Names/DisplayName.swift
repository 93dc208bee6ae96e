import RollcallAPI
import RollcallBasics

/// A user's public name. It has 3 to 30 ASCII letters, digits, `_` and `.`, without a leading,
/// trailing or doubled period.
struct DisplayName: Hashable, Sendable {
    /// The name in the case of the user's choice.
    let text: String

    /// - Parameter text: as it was typed or pasted, with spaces around it.
    /// - Returns: `nil` if the text violates a rule; `brokenRules` lists the violations.
    init?(_ text: String) {
        guard Self.brokenRules(of: text).isEmpty else { return nil }
        self.text = text.spaceTrimmed
    }

    /// A name that the caller has built to follow the rules.
    init(sound text: String) {
        assert(Self.brokenRules(of: text).isEmpty)
        self.text = text
    }

    /// The name in ASCII lower case, for comparisons. Names that differ only in case are the same.
    var canonical: String { text.lowercased() }

    /// All violations of a text, in the order of their numbers.
    static func brokenRules(of text: String) -> [Reason] {
        let text = text.spaceTrimmed
        guard let last = text.utf8.last else { return [.displayNameMissing] }
        // However long the text is, only this part of it is read.
        let bytes = text.utf8.prefix(scanLimit)
        // Counts Unicode scalars: a single grapheme may be as long as the whole text.
        let count = bytes.count { $0 & 0xC0 != 0x80 }
        let period = UInt8(ascii: ".")
        let rules: [(reason: Reason, isBroken: Bool)] = [
            (.displayNameTooShort, count < lengths.lowerBound),
            (.displayNameTooLong, count > lengths.upperBound),
            (.displayNameBadCharacter, badCharacterPosition(in: text) != nil),
            (.displayNameLeadingPeriod, bytes.first == period),
            (.displayNameTrailingPeriod, last == period),
            (
                .displayNameDoubledPeriod,
                zip(bytes, bytes.dropFirst()).contains { $0 == period && $1 == period }
            ),
        ]
        return rules.filter(\.isBroken).map(\.reason)
    }

    /// The position of the first forbidden character, in Unicode scalars from 0; `nil` if there is
    /// none in the part that is read. Spaces around a name are not forbidden.
    static func badCharacterPosition(in text: String) -> Int? {
        let spaces = text.unicodeScalars.prefix { $0.properties.isWhitespace }.count
        let name = text.spaceTrimmed
        // All characters before it are ASCII, so each is one byte.
        let bad = name.utf8.prefix(scanLimit).enumerated().first { !isAllowed($0.element) }
        return bad.map { spaces + $0.offset }
    }

    /// The allowed numbers of characters.
    static let lengths = 3...30
    /// The most bytes that are read. A longer text is always too long.
    private static let scanLimit = 256

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "_.".utf8.contains(byte)
    }
}
