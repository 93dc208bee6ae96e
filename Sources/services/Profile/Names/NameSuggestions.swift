import RollcallCrypto
import RollcallRules

/// Names that are suggested in place of a taken one: that name and a number.
///
/// No word such as `real` or `official` is added. With it a user could impersonate the name's
/// owner.
enum NameSuggestions {
    /// The most suggestions.
    static let limit = 5

    /// How a number is joined to the name, and its digits.
    struct Ending {
        let separator: String
        let digits: Int
    }

    /// Short numbers come first. The second batch is for common names. Some of it is free even if a
    /// hundred thousand users have the name.
    static let batches: [[Ending]] = [
        [("", 2), ("_", 2), ("", 2), (".", 2), ("", 3), ("_", 3), ("", 3)],
        [("", 4), ("_", 4), ("", 4), ("", 5), ("_", 5), ("", 5), ("", 6), ("", 6)],
    ].map { $0.map { Ending(separator: $0.0, digits: $0.1) } }
    private static let longestEnding = 6

    /// One name for each ending. Each follows the rules.
    ///
    /// - Throws: `CryptoError.noRandomness`.
    static func candidates(
        insteadOf name: DisplayName, _ endings: [Ending], _ random: RandomSource
    ) throws -> [DisplayName] {
        var stem = name.text.utf8.prefix(DisplayNameRules.lengths.upperBound - longestEnding)
        while let last = stem.last, last == UInt8(ascii: ".") || last == UInt8(ascii: "_") {
            stem.removeLast()
        }
        // A name such as `___` leaves no stem for a number.
        if stem.isEmpty { stem = "user".utf8[...] }
        var digits = try random.bytes(endings.reduce(0) { $0 + $1.digits })[...]
        return endings.map { ending in
            let number = digits.prefix(ending.digits).map { UInt8(ascii: "0") + $0 % 10 }
            digits = digits.dropFirst(ending.digits)
            let text = Array(stem) + Array(ending.separator.utf8) + number
            return DisplayName(sound: String(decoding: text, as: UTF8.self))
        }
    }

    /// The first names in `free`; only one of names that look alike.
    static func chosen(from free: [DisplayName], limit: Int) -> [DisplayName] {
        var seen = Set<NameSkeleton>()
        return Array(free.filter { seen.insert($0.skeleton).inserted }.prefix(limit))
    }
}
