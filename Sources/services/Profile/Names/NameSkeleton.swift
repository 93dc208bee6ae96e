/// A display name with all characters replaced that look alike in some typeface. Two names with the
/// same skeleton look the same.
///
/// Names are ASCII, so a few letters suffice instead of Unicode's tables (UTS 39 §4). The skeleton
/// derives from the canonical name, so a change of case never changes it. `user1` and `user2`
/// differ, and so do `ann_k` and `ann.k`.
struct NameSkeleton: Hashable, Sendable {
    let text: String

    /// The schema computes the same skeleton: change both together, by a new version of the schema.
    init(canonical: String) {
        text = Self.replace(Self.lookAlikes, in: canonical)
    }

    /// The skeleton from a table.
    init(stored text: String) {
        self.text = text
    }

    /// The skeleton for reserved words. Stored words are found by it: after a change here, the
    /// schema's next version must compute their skeletons again. Digits also stand for letters that
    /// they only resemble, and separators do not count.
    init(ofReserved canonical: String) {
        text = Self.replace(Self.allOfReserved, in: canonical)
    }

    /// Applied one after the other, each from the left.
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

/// A replacement of ASCII characters, in UTF-8. The substitute is never longer than the original.
private struct Replacement {
    let original: [UInt8]
    let substitute: [UInt8]

    init(_ original: String, _ substitute: String) {
        self.original = Array(original.utf8)
        self.substitute = Array(substitute.utf8)
    }

    /// Replaces from the left. Replaced text is not searched again.
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
