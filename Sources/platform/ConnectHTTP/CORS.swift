import HTTPTypes

/// Which pages of other origins may call (https://fetch.spec.whatwg.org/#http-cors-protocol).
/// Callers have a token, no cookie, so nothing is sent with credentials.
package struct CORS: Sendable {
    private let origins: Set<String>

    /// - Parameter origins: such as `https://app.example.org`, compared as they are.
    package init(_ origins: some Sequence<String> = []) {
        self.origins = Set(origins)
    }

    /// The fields for an answer to a page; none for one of an origin that may not call.
    package func fields(for request: HTTPRequest) -> HTTPFields {
        guard !origins.isEmpty else { return [:] }
        guard let origin = request.headerFields[.origin], origins.contains(origin) else {
            return [.vary: "Origin"]
        }
        return [
            .vary: "Origin", .accessControlAllowOrigin: origin,
            .accessControlExposeHeaders: Self.exposed,
        ]
    }

    /// The answer to a preflight; nil for a request that is none.
    package func preflight(_ request: HTTPRequest) -> HTTPFields? {
        guard request.method == .options,
            request.headerFields[.accessControlRequestMethod] != nil
        else { return nil }
        var fields = fields(for: request)
        guard fields[.accessControlAllowOrigin] != nil else { return fields }
        fields[.accessControlExposeHeaders] = nil
        fields[.accessControlAllowMethods] = "POST, PUT"
        fields[.accessControlAllowHeaders] = Self.allowed
        fields[.accessControlMaxAge] = "7200"
        return fields
    }

    private static let allowed =
        "Authorization, Connect-Accept-Encoding, Connect-Content-Encoding, "
        + "Connect-Protocol-Version, Connect-Timeout-Ms, Content-Encoding, Content-Type, "
        + "Traceparent, X-User-Agent"
    private static let exposed =
        "Connect-Accept-Encoding, Connect-Content-Encoding, Content-Encoding, Retry-After, "
        + "Trailer-Retry-Pushback-Ms, X-Request-Id"
}
