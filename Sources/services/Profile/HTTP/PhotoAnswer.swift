import HTTPTypes

/// The head of the response to a request for a photo.
struct PhotoAnswer: Equatable {
    var status: HTTPResponse.Status
    var fields: HTTPFields
    /// The range of bytes that follow; nil for none.
    var body: Range<Int>?

    /// The response with a photo of `size` bytes.
    ///
    /// - Parameters:
    ///   - remaining: the seconds for which the URL is still valid; nil if it does not expire.
    init(to request: HTTPRequest, size: Int, tag: String, remaining: Int64?) {
        let entityTag = "\"\(tag)\""
        fields = Self.safe
        fields[.contentType] = "image/jpeg"
        fields[.acceptRanges] = "bytes"
        fields[.eTag] = entityTag
        fields[.cacheControl] =
            remaining.map { "private, max-age=\($0)" } ?? "public, max-age=31536000, immutable"
        guard !request.has(entityTag, in: .ifNoneMatch) else {
            status = .notModified
            return
        }
        let isSame = request.headerFields[.ifRange].map { $0 == entityTag } ?? true
        switch ByteRange(field: isSame ? request.headerFields[.range] : nil, size: size) {
        case .whole:
            status = .ok
            body = 0..<size
        case .part(let range):
            status = .partialContent
            fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            body = range
        case .unsatisfiable:
            status = .rangeNotSatisfiable
            fields[.contentRange] = "bytes */\(size)"
            fields[.cacheControl] = "no-store"
        }
        fields[.contentLength] = "\(body?.count ?? 0)"
        if request.method == .head { body = nil }
    }

    /// A response without a photo. No cache may keep it, as there may be a photo later.
    init(_ status: HTTPResponse.Status) {
        self.status = status
        fields = Self.safe
        fields[.cacheControl] = "no-store"
        fields[.contentLength] = "0"
        if status == .methodNotAllowed { fields[.allow] = "GET, HEAD" }
        if status == .serviceUnavailable { fields[.retryAfter] = "1" }
    }

    /// A browser treats the response only as an image, and pages of other sites may show it.
    private static let safe: HTTPFields = {
        var fields: HTTPFields = [
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'; sandbox",
            .xContentTypeOptions: "nosniff",
        ]
        let others = [
            "Cross-Origin-Resource-Policy": "cross-origin", "Referrer-Policy": "no-referrer",
        ]
        for (name, value) in others {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }()
}

extension HTTPRequest {
    /// Whether a field lists an entity tag, or all of them (RFC 9110 §13.1.2).
    fileprivate func has(_ entityTag: String, in name: HTTPField.Name) -> Bool {
        headerFields[values: name].contains { value in
            value.split(separator: ",").contains { item in
                let item = item.drop { $0 == " " || $0 == "\t" }
                let tag = item.hasPrefix("W/") ? item.dropFirst(2) : item
                return tag.prefix { $0 != " " && $0 != "\t" } == entityTag || item == "*"
            }
        }
    }
}
