import RollcallCrypto

/// A place under which a photo is read over HTTP, as somebody asks for it:
/// `…/<user>/<key>.jpg` or `…/<user>/<key>-<size>.jpg`, and `?until=&for=&pass=` behind it for a photo that
/// not everyone may see.
package struct PhotoLink: Sendable, Equatable {
    /// What lets somebody read a photo that not everyone may see.
    struct Pass: Sendable, Equatable {
        /// Seconds since 1970-01-01 UTC.
        let until: Int64
        /// For whom it was made; nil for what a service passes on to any user.
        let viewer: UUIDv7?
        let code: String
    }

    let user: UUIDv7
    let key: String
    /// Pixels a side; nil for the photo itself.
    let size: Int?
    let pass: Pass?

    /// - Parameter target: the path of a request and its query (RFC 9112 §3.2.1). What a proxy leaves in
    ///   front of the last two segments does not matter.
    /// - Returns: nil for what is no such place.
    package init?(target: String) {
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
        if halves.count == 2 {
            guard let pass = Pass(query: halves[1]) else { return nil }
            self.pass = pass
        } else {
            pass = nil
        }
    }
}

extension PhotoLink.Pass {
    /// - Returns: nil for another query than Profile writes.
    fileprivate init?(query: Substring) {
        var values: [Substring: String] = [:]
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let halves = pair.split(separator: "=", maxSplits: 1)
            guard halves.count == 2,
                values.updateValue(String(halves[1]), forKey: halves[0]) == nil
            else { return nil }
        }
        guard let until = values["until"].flatMap(Int64.init), let code = values["pass"] else {
            return nil
        }
        (self.until, self.code) = (until, code)
        if let text = values["for"] {
            guard values.count == 3, let viewer = UUIDv7(text) else { return nil }
            self.viewer = viewer
        } else {
            guard values.count == 2 else { return nil }
            viewer = nil
        }
    }
}
