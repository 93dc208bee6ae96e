import RollcallBasics
import RollcallRules

/// A language tag by the grammar of BCP 47 (RFC 5646 §2.1), as far as its form goes: which
/// languages there are texts in is for those who have the texts to say.
struct LanguageTag: Hashable, Sendable {
    static let longest = 35

    /// In the letter case of RFC 5646 §2.1.1, such as `zh-Hant-TW`.
    let text: String

    /// What a system says of its language, such as `de_AT.UTF-8`: as much of it as is a tag.
    init?(describing text: String) {
        let name = text.prefix(256).prefix { $0 != "." && $0 != "@" }
        var subtags = String(name).trimmed.replacing("_", with: "-").split(separator: "-")
        while !subtags.isEmpty {
            // A single letter says what comes behind it.
            if subtags.last?.utf8.count != 1, let tag = Self(subtags.joined(separator: "-")) {
                self = tag
                return
            }
            subtags.removeLast()
        }
        return nil
    }

    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = subtags.first, (2...8).contains(language.utf8.count),
            language.utf8.allSatisfy(\.isASCIILetter),
            subtags.allSatisfy(Self.isSubtag)
        else { return nil }
        var isAfterSingleton = false
        let canonical = subtags.enumerated().map { index, subtag in
            defer { isAfterSingleton = isAfterSingleton || subtag.utf8.count == 1 }
            let isCased = index > 0 && !isAfterSingleton
            return isCased ? Self.cased(subtag) : subtag.lowercased()
        }
        self.text = canonical.joined(separator: "-")
    }

    /// A region is in upper case, a script has a capital, all else is in lower case.
    private static func cased(_ subtag: Substring) -> String {
        switch subtag.utf8.count {
        case 2: subtag.uppercased()
        case 4: subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
        default: subtag.lowercased()
        }
    }

    private static func isSubtag(_ text: Substring) -> Bool {
        (1...8).contains(text.utf8.count) && text.isASCIIAlphanumeric()
    }
}
