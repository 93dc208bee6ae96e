import Blobs
import RollcallAPI
import RollcallRPC

extension BlobID {
    /// A photo id of a request.
    ///
    /// - Parameter field: that it is in.
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    init(request text: String, field: String) throws {
        guard !text.isEmpty else {
            throw RPCError.missing(field, "the photo id is missing")
        }
        self = try BlobID(text).orThrow(
            .malformed(field, "a photo id is 64 lower-case hexadecimal digits"))
    }
}
