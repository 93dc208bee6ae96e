import RollcallBasics

/// A place at an identity provider: `https`, or `http` at this machine if the issuer itself is
/// configured there.
package struct ProviderURL: Hashable, Sendable, CustomStringConvertible {
    static let longest = 2048

    package let text: String
    /// Whether it is on this machine, without TLS.
    let isLoopback: Bool

    /// - Parameter mayBeLoopback: whether `http://localhost` is a place, too.
    /// - Returns: nil for other schemes, such as `file:`, for a name and password, for a fragment,
    ///   and for what is not visible ASCII.
    package init?(_ text: String, mayBeLoopback: Bool) {
        guard text.utf8.count <= Self.longest,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !Self.refused.contains($0) })
        else { return nil }
        let isSecure = text.hasPrefix("https://")
        guard isSecure || (mayBeLoopback && text.hasPrefix("http://")) else { return nil }
        let place = text.dropFirst(isSecure ? 8 : 7).prefix { $0 != "/" && $0 != "?" }
        guard let host = HostAndPort(place), isSecure || host.isLoopback else { return nil }
        (self.text, isLoopback) = (text, !isSecure)
    }

    package var description: String { text }

    private static let refused = Array("#\\\"<>".utf8)

    /// The URL with a query, each value percent-encoded.
    package func with(_ parameters: [(String, String)]) -> String {
        text + (text.contains("?") ? "&" : "?") + FormText.encoded(parameters)
    }
}

/// Pairs as `application/x-www-form-urlencoded`, for a body or a query.
enum FormText {
    static func encoded(_ parameters: [(String, String)]) -> String {
        parameters.map { "\($0.0)=\($0.1.percentEncoded())" }.joined(separator: "&")
    }
}
