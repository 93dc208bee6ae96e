import RollcallAPI
import RollcallBasics

/// A name that others see, which keeps the rules: 3 to 30 characters of ASCII letters, digits, `_`
/// and `.`, without a leading, trailing or doubled period.
struct DisplayName: Hashable, Sendable {
    /// In the case in which it was chosen.
    let text: String

    /// - Returns: `nil` if a rule is broken; `brokenRules` says which.
    init?(_ text: String) {
        guard Self.brokenRules(of: text).isEmpty else { return nil }
        self.text = text
    }

    /// A name that was put together so that it breaks no rule.
    init(sound text: String) {
        assert(Self.brokenRules(of: text).isEmpty)
        self.text = text
    }

    /// What is compared, so that case does not tell two names apart: the text in ASCII lower case.
    var canonical: String { text.lowercased() }

    /// Every rule that a text breaks, in the order of their numbers.
    static func brokenRules(of text: String) -> [Reason] {
        guard let last = text.utf8.last else { return [.displayNameMissing] }
        // However long the text is, no more of it than this is looked at.
        let bytes = text.utf8.prefix(scanLimit)
        // Counted in Unicode scalars: of graphemes, one may be as long as the whole text.
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

    /// Where the first character stands that no name has, in Unicode scalars from 0; `nil` if there is
    /// none in the part that is looked at.
    static func badCharacterPosition(in text: String) -> Int? {
        // All before it are ASCII: each is one byte.
        text.utf8.prefix(scanLimit).enumerated().first { !isAllowed($0.element) }?.offset
    }

    /// Characters.
    static let lengths = 3...30
    /// Bytes: enough for any text within it to be too long, if there is more.
    private static let scanLimit = 256

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "_.".utf8.contains(byte)
    }
}
