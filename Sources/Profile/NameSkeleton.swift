import Foundation

/// What is left of a display name when everything is taken for the same that looks the same in some
/// type: two names of one skeleton are one to the eye.
///
/// Names are ASCII, so this is a matter of a few letters and not of Unicode's tables (UTS 39 §4). It
/// follows from the canonical name, so that a change of case alone never changes it. `user1` and
/// `user2` differ, and so do `ann_k` and `ann.k`.
struct NameSkeleton: Hashable, Sendable {
    let text: String

    /// The schema computes the same: change them together, by a new version of the schema.
    init(canonical: String) {
        text = Self.replace(Self.lookAlikes, in: canonical)
    }

    /// For words that nobody may have: digits stand for letters also where they only remind of them,
    /// and what divides a name does not count.
    init(ofReserved canonical: String) {
        text = Self.replace(Self.reminders + Self.lookAlikes + [("cl", "d")], in: canonical)
    }

    /// One after the other, from the left.
    private static let lookAlikes = [
        ("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"),
    ]
    private static let reminders = [
        ("_", ""), (".", ""), ("3", "e"), ("4", "a"), ("5", "s"), ("7", "t"),
    ]

    private static func replace(_ pairs: [(String, String)], in text: String) -> String {
        pairs.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}

extension DisplayName {
    var skeleton: NameSkeleton { NameSkeleton(canonical: canonical) }
}
