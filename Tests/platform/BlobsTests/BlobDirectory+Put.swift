@testable import Blobs

extension BlobDirectory {
    /// Writes a whole blob, in chunks of the given size.
    func put(_ bytes: [UInt8], chunk: Int = .max) throws(BlobError) -> BlobID {
        let writer = try makeWriter()
        var rest = bytes[...]
        while !rest.isEmpty {
            try writer.write(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
        }
        return try writer.commit()
    }
}
