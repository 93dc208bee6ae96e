/// The rules of display names: 3 to 30 ASCII letters, digits, `_` and `.`, without a leading,
/// trailing or doubled period.
package enum DisplayNameRules {
    /// The allowed numbers of characters.
    package static let lengths = 3...30
    /// The most bytes that are read. A longer text is always too long.
    private static let scanLimit = 256

    /// All violations of a text, in the order of their numbers. Spaces around it do not count.
    package static func broken(by text: String) -> [ContractReason] {
        let text = text.spaceTrimmed
        guard let last = text.utf8.last else { return [.displayNameMissing] }
        // However long the text is, only this part of it is read.
        let bytes = text.utf8.prefix(scanLimit)
        // Counts Unicode scalars: a single grapheme may be as long as the whole text.
        let count = bytes.count { $0 & 0xC0 != 0x80 }
        let period = UInt8(ascii: ".")
        let rules: [(reason: ContractReason, isBroken: Bool)] = [
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
    package static func badCharacterPosition(in text: String) -> Int? {
        let spaces = text.unicodeScalars.prefix { $0.properties.isWhitespace }.count
        let name = text.spaceTrimmed
        // All characters before it are ASCII, so each is one byte.
        let bad = name.utf8.prefix(scanLimit).enumerated().first { !isAllowed($0.element) }
        return bad.map { spaces + $0.offset }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "_.".utf8.contains(byte)
    }
}
