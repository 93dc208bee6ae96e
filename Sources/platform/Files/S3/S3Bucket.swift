import RollcallBasics

/// Where an S3 store keeps blobs: a bucket, or a prefix of its keys.
package struct S3Bucket: Sendable, Equatable {
    /// How a URL names the bucket.
    package enum Addressing: String, Sendable, CaseIterable {
        /// In the path, as for SeaweedFS and MinIO.
        case path
        /// In the host name, as AWS requires.
        case host
    }

    package let name: String
    /// The prefix of all keys; empty, or ends with a slash.
    package let prefix: String
    package let endpoint: S3Endpoint
    package let region: String
    package let addressing: Addressing

    /// - Parameters:
    ///   - place: `s3://bucket[/prefix]`.
    ///   - endpoint: nil for AWS's endpoint of the region.
    /// - Throws: a sentence that names the error.
    package init(
        _ place: String, endpoint: S3Endpoint? = nil, region: String, addressing: Addressing
    ) throws(Unusable) {
        guard place.hasPrefix("s3://") else {
            throw Unusable("the place is of the form s3://bucket[/prefix]")
        }
        let parts = place.dropFirst(5).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0])
        guard (3...63).contains(name.utf8.count), name.utf8.allSatisfy(Self.isBucketByte),
            name.first != ".", name.last != ".", !name.contains("..")
        else {
            throw Unusable(
                "a bucket's name has 3 to 63 lower-case letters, digits, hyphens and dots")
        }
        prefix = try Self.prefix(parts.count > 1 ? String(parts[1]) : "")
        guard (1...64).contains(region.utf8.count), region.utf8.allSatisfy(Self.isBucketByte) else {
            throw Unusable(
                "a region has 1 to 64 lower-case letters, digits, hyphens and dots")
        }
        self.region = region
        if let endpoint {
            self.endpoint = endpoint
        } else {
            self.endpoint = try S3Endpoint("https://s3.\(region).amazonaws.com")
        }
        if addressing == .host, self.endpoint.isAddress {
            throw Unusable(
                "the endpoint is an address, which a bucket cannot be a host of: name buckets in paths"
            )
        }
        self.addressing = addressing
    }

    private static func prefix(_ text: String) throws(Unusable) -> String {
        guard !text.isEmpty else { return "" }
        let prefix = text.hasSuffix("/") ? text : text + "/"
        let segments = prefix.dropLast().split(separator: "/", omittingEmptySubsequences: false)
        // A prefix has only characters that URLs do not encode. It has no dot segments, which URLs
        // could resolve.
        guard prefix.utf8.count <= 512,
            segments.allSatisfy({ segment in
                !segment.isEmpty && segment != "." && segment != ".."
                    && segment.utf8.allSatisfy(\.isUnreserved)
            })
        else {
            throw Unusable(
                "a prefix has at most 512 letters, digits and -._~, with single slashes between them"
            )
        }
        return prefix
    }

    private static func isBucketByte(_ byte: UInt8) -> Bool {
        byte.isASCIILowercase || byte.isASCIIDigit || "-.".utf8.contains(byte)
    }
}

/// The server of an S3 store.
package struct S3Endpoint: Sendable, Equatable {
    package let isEncrypted: Bool
    /// With the port, unless it is the scheme's default port.
    let authority: String
    private let place: HostAndPort

    /// Reads `https://host[:port]` or `http://host[:port]`.
    ///
    /// - Throws: a sentence that names the error.
    package init(_ text: String) throws(Unusable) {
        isEncrypted = text.hasPrefix("https://")
        guard isEncrypted || text.hasPrefix("http://") else { throw .endpoint }
        var authority = text.dropFirst(isEncrypted ? 8 : 7)
        if authority.hasSuffix("/") { authority.removeLast() }
        guard let place = HostAndPort(authority) else { throw .endpoint }
        (self.authority, self.place) = (String(authority), place)
    }

    /// Whether the endpoint is on this machine.
    package var isLoopback: Bool { place.isLoopback }

    var isAddress: Bool { place.isAddress }
}

extension Unusable {
    fileprivate static let endpoint = Unusable(
        "an endpoint is of the form https://host[:port] or http://host[:port]")
}
