/// A page of the objects of a bucket, or of their versions, in the order of their keys.
struct S3Listing: Equatable {
    struct Entry: Equatable {
        let key: String
        /// Nil in a listing of objects.
        let version: String?
    }

    let entries: [Entry]
    /// Whether there are more behind the last.
    let isCut: Bool

    /// Reads ListBucketResult or ListVersionsResult.
    ///
    /// - Throws: `BlobError.unavailable` for anything else.
    init(_ bytes: [UInt8]) throws(BlobError) {
        guard let root = try? XMLElement(document: bytes),
            ["ListBucketResult", "ListVersionsResult"].contains(root.name),
            let isCut = root["IsTruncated"].flatMap({ ["true": true, "false": false][$0] })
        else { throw .unavailable("the object store's listing cannot be read") }
        self.isCut = isCut
        var entries: [Entry] = []
        for element in root.children {
            switch element.name {
            case "Contents", "Version", "DeleteMarker": entries.append(try Entry(element))
            default: break
            }
        }
        self.entries = entries
    }
}

extension S3Listing.Entry {
    fileprivate init(_ element: XMLElement) throws(BlobError) {
        let size = element["Size"].flatMap { Int($0) }
        guard let key = element["Key"], element.name == "DeleteMarker" || (size ?? -1) >= 0,
            element.name == "Contents" || element["VersionId"] != nil
        else { throw .unavailable("the object store's listing cannot be read") }
        self.key = key
        version = element["VersionId"]
    }
}
