import RollcallCrypto

/// Names that are offered in place of one that is taken: that name, and a number.
///
/// A word such as `real` or `official` is never added, as it would lend itself to passing for the one who
/// has the name.
enum NameSuggestions {
    /// How many are offered.
    static let limit = 5

    /// How a number is joined to the name, and how many digits it has. Short ones come first, long ones
    /// are free also behind a name that a million have chosen.
    private static let endings = ["", "_", "", ".", "", "_", "", "", "", "", "", ""]
        .enumerated().map { (separator: $0.element, digits: 2 + $0.offset / 4) }
    private static let longestEnding = 6

    /// More than are needed, as some will be taken. None breaks a rule or is reserved.
    ///
    /// - Throws: `CryptoError.noRandomness`.
    static func candidates(
        insteadOf name: DisplayName, _ random: RandomSource
    ) throws -> [DisplayName] {
        var stem = Substring(name.text.prefix(DisplayName.lengths.upperBound - longestEnding))
        while let last = stem.last, last == "." || last == "_" { stem.removeLast() }
        return try endings.compactMap { separator, digits in
            let number = try random.bytes(digits).map { String($0 % 10) }.joined()
            let text = "\(stem)\(separator)\(number)"
            return DisplayName.rulesBroken(byChoosing: text).isEmpty ? DisplayName(text) : nil
        }
    }

    /// The first of those that are free; of two that look alike, one.
    static func chosen(from free: [DisplayName]) -> [DisplayName] {
        var seen = Set<NameSkeleton>()
        return Array(free.filter { seen.insert($0.skeleton).inserted }.prefix(limit))
    }
}
