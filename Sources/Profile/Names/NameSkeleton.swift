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

    /// As a table has it.
    init(stored text: String) {
        self.text = text
    }

    /// For words that nobody may have. Stored words are found by it: who changes it has the schema's next
    /// version make their skeletons anew. Digits stand for letters also where they only remind of them,
    /// and what divides a name does not count.
    init(ofReserved canonical: String) {
        text = Self.replace(Self.allOfReserved, in: canonical)
    }

    /// One after the other, each from the left.
    private static let lookAlikes = [
        Replacement("0", "o"), Replacement("1", "l"), Replacement("i", "l"), Replacement("rn", "m"),
        Replacement("vv", "w"),
    ]
    private static let reminders = [
        Replacement("_", ""), Replacement(".", ""), Replacement("3", "e"), Replacement("4", "a"),
        Replacement("5", "s"), Replacement("7", "t"),
    ]
    private static let allOfReserved = reminders + lookAlikes + [Replacement("cl", "d")]

    private static func replace(_ all: [Replacement], in text: String) -> String {
        var bytes = Array(text.utf8)
        for one in all { one.apply(to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension DisplayName {
    var skeleton: NameSkeleton { NameSkeleton(canonical: canonical) }
}

/// What stands for ASCII characters, in UTF-8. Never longer than they are.
private struct Replacement {
    let original: [UInt8]
    let substitute: [UInt8]

    init(_ original: String, _ substitute: String) {
        self.original = Array(original.utf8)
        self.substitute = Array(substitute.utf8)
    }

    /// From the left. What it has written is not looked at again.
    func apply(to text: inout [UInt8]) {
        guard let first = original.first, text.contains(first) else { return }
        var (read, written) = (0, 0)
        while read < text.count {
            if text[read] == first, text[read...].starts(with: original) {
                for byte in substitute {
                    text[written] = byte
                    written += 1
                }
                read += original.count
            } else {
                text[written] = text[read]
                written += 1
                read += 1
            }
        }
        text.removeLast(read - written)
    }
}
