import Blobs
import RollcallAPI

/// A photo as it is stored.
struct StoredPhoto: Hashable, Sendable {
    let id: BlobID
    /// Bytes.
    let size: Int
    /// Pixels, the orientation not applied.
    let width: Int
    let height: Int
    /// A ThumbHash; empty until it was made.
    var placeholder: [UInt8] = []

    var message: Photo {
        Photo(
            photoID: id.hex, size: UInt32(size), width: UInt32(width), height: UInt32(height),
            placeholder: placeholder)
    }
}
