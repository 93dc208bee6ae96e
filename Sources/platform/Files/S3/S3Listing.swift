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
        let malformed = BlobError.unavailable("the object store's listing cannot be read")
        guard let root = try? XMLElement(document: bytes),
            ["ListBucketResult", "ListVersionsResult"].contains(root.name),
            let isCut = root["IsTruncated"].flatMap({ ["true": true, "false": false][$0] })
        else { throw malformed }
        self.isCut = isCut
        var entries: [Entry] = []
        for element in root.children
        where ["Contents", "Version", "DeleteMarker"].contains(element.name) {
            let version = element["VersionId"]
            let size = element["Size"].flatMap { Int($0) } ?? -1
            guard let key = element["Key"], element.name == "Contents" || version != nil,
                element.name == "DeleteMarker" || size >= 0
            else { throw malformed }
            entries.append(Entry(key: key, version: version))
        }
        self.entries = entries
    }
}
