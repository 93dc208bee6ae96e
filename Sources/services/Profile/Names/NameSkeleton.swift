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
        text = Self.reduced(canonical, asReserved: false)
    }

    /// The skeleton from a table.
    init(stored text: String) {
        self.text = text
    }

    /// The skeleton for reserved words. Stored words are found by it: after a change here, the
    /// schema's next version must compute their skeletons again. Digits also stand for letters that
    /// they only resemble, and separators do not count.
    init(ofReserved canonical: String) {
        text = Self.reduced(canonical, asReserved: true)
    }

    private static func reduced(_ name: String, asReserved: Bool) -> String {
        var text = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            let letter: Unicode.Scalar
            switch scalar {
            case "0": letter = "o"
            case "1", "i": letter = "l"
            case "3" where asReserved: letter = "e"
            case "4" where asReserved: letter = "a"
            case "5" where asReserved: letter = "s"
            case "7" where asReserved: letter = "t"
            case "_" where asReserved, "." where asReserved: continue
            default: letter = scalar
            }
            switch (text.last, letter) {
            case ("r"?, "n"): text.replaceLast(with: "m")
            case ("v"?, "v"): text.replaceLast(with: "w")
            case ("c"?, "l") where asReserved: text.replaceLast(with: "d")
            default: text.append(letter)
            }
        }
        return String(text)
    }
}

extension String.UnicodeScalarView {
    fileprivate mutating func replaceLast(with scalar: Unicode.Scalar) {
        removeLast()
        append(scalar)
    }
}

extension DisplayName {
    var skeleton: NameSkeleton { NameSkeleton(canonical: canonical) }
}
