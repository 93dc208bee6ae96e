import RollcallAPI
import RollcallRules
import Tables

/// A user's public name, which keeps `DisplayNameRules`.
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
        DisplayNameRules.broken(by: text).map(Reason.init)
    }
}
