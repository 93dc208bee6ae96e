import Foundation
import RollcallAPI
import RollcallRPC

/// A link in a profile: an `https` URL (RFC 3986) with a host. It has no user information, which
/// would make `https://bank.example@evil.example` look like another site.
struct ProfileLink: Sendable {
    /// The text that the user has entered.
    let text: String

    static let longest = 2048
    static let limit = 5

    /// - Parameter index: in the field of the request.
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    init(_ text: String, at index: Int) throws {
        guard text.utf8.count <= Self.longest else {
            throw Self.malformed(index, "a link has at most \(Self.longest) bytes")
        }
        // Characters outside ASCII are not accepted in any form.
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URLComponents(string: text, encodingInvalidCharacters: false),
            url.scheme?.lowercased() == "https", let host = url.host, !host.isEmpty,
            (1...65_535).contains(url.port ?? 443),
            !Self.authority(of: text).contains(where: { "@%".contains($0) })
        else {
            throw Self.malformed(
                index, "a link is an https URL in ASCII with a host and without user information")
        }
        self.text = text
    }

    /// - Throws: `RPCError` (TOO_MANY, FIELD_MALFORMED).
    static func all(of links: [String]) throws -> [ProfileLink] {
        guard links.count <= limit else {
            throw RPCError.violation(
                .invalidArgument, .tooMany, field: "links", "a profile has at most \(limit) links")
        }
        return try links.enumerated().map { try ProfileLink($1, at: $0) }
    }

    private static func authority(of text: String) -> Substring {
        guard let slashes = text.range(of: "//") else { return "" }
        return text[slashes.upperBound...].prefix { !"/?#".contains($0) }
    }

    private static func malformed(_ index: Int, _ rule: String) -> RPCError {
        .malformed("links[\(index)]", rule)
    }
}
