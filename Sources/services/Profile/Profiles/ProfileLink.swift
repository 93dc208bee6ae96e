import RollcallAPI
import RollcallRPC
import RollcallRules

/// A link in a profile, which keeps `LinkRules`.
struct ProfileLink: Sendable {
    /// The text that the user has entered.
    let text: String

    /// - Parameter index: in the field of the request.
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    init(_ text: String, at index: Int) throws {
        do {
            try LinkRules.check(text)
        } catch {
            throw RPCError.malformed("links[\(index)]", "a link \(error.rule)")
        }
        self.text = text
    }

    /// - Throws: `RPCError` (TOO_MANY, FIELD_MALFORMED).
    static func all(of links: [String]) throws -> [ProfileLink] {
        guard links.count <= LinkRules.most else {
            throw RPCError.violation(
                .invalidArgument, .tooMany, field: "links",
                "a profile has at most \(LinkRules.most) links")
        }
        return try links.enumerated().map { try ProfileLink($1, at: $0) }
    }
}
