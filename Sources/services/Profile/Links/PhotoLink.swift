import RollcallCrypto

/// The path of a photo over HTTP: `…/<user>/<key>.jpg` or `…/<user>/<key>-<size>.jpg`. A photo that
/// not everyone may see has `?until=&for=&pass=` after it. A reader may add other names and values
/// to the query, so that a cache is passed by.
struct PhotoLink: Sendable, Equatable {
    /// The permission to read a photo that not everyone may see.
    struct Pass: Sendable, Equatable {
        /// Seconds since 1970-01-01 UTC.
        let until: Int64
        /// The user for whom it was made; nil if a service passes it on to any user.
        let viewer: UUIDv7?
        let code: String
    }

    let user: UUIDv7
    let key: String
    /// The side in pixels; nil for the photo itself.
    let size: Int?
    let pass: Pass?

    /// - Parameter target: the path of a request and its query (RFC 9112 §3.2.1). A proxy may leave
    ///   any prefix before the last two segments.
    /// - Returns: nil if it is not such a path.
    init?(target: String) {
        guard target.utf8.count <= 512 else { return nil }
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = halves[0].split(separator: "/", omittingEmptySubsequences: false).suffix(3)
        guard segments.count == 3, let file = segments.last, file.hasSuffix(".jpg"),
            let user = UUIDv7(String(segments[segments.endIndex - 2]))
        else { return nil }
        let stem = file.dropLast(4)
        let name = stem.prefix(PhotoLinks.codeLength)
        let rest = stem.dropFirst(PhotoLinks.codeLength)
        guard name.utf8.count == PhotoLinks.codeLength else { return nil }
        (self.user, key) = (user, String(name))
        if rest.isEmpty {
            size = nil
        } else {
            guard rest.first == "-", let size = Int(rest.dropFirst()), size > 0,
                "-\(size)" == rest
            else {
                return nil
            }
            self.size = size
        }
        guard let values = Self.passValues(in: halves.dropFirst().first ?? "") else { return nil }
        pass = Pass(values)
        guard pass != nil || values.isEmpty else { return nil }
    }

    /// - Returns: what a query has of a pass; nil if it has a part twice or empty.
    private static func passValues(in query: Substring) -> [Substring: String]? {
        var values: [Substring: String] = [:]
        for pair in query.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1)
            guard let name = halves.first, ["until", "for", "pass"].contains(name) else { continue }
            guard halves.count == 2,
                values.updateValue(String(halves[1]), forKey: name) == nil
            else { return nil }
        }
        return values
    }
}

extension PhotoLink.Pass {
    /// - Returns: nil for what is not a whole pass.
    fileprivate init?(_ values: [Substring: String]) {
        guard let until = values["until"].flatMap(Int64.init), let code = values["pass"] else {
            return nil
        }
        (self.until, self.code) = (until, code)
        if let text = values["for"] {
            guard let viewer = UUIDv7(text) else { return nil }
            self.viewer = viewer
        } else {
            viewer = nil
        }
    }
}
