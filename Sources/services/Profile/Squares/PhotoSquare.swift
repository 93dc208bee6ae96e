import Blobs
import JPEG
import RollcallPhotos

/// A square of a photo, as it is stored.
struct PhotoSquare: Hashable, Sendable {
    /// Pixels a side as callers ask for it: 64, 128, 256 or 512.
    let nominalSide: Int
    /// Pixels a side; fewer for a small photo.
    let side: Int
    let file: BlobID
    /// Bytes.
    let size: Int

    /// What a caller gets.
    var photo: StoredPhoto {
        StoredPhoto(id: file, size: size, width: side, height: side)
    }
}

/// What a worker has made of a photo, and Profile has found good.
struct MadeSquares: Sendable {
    let placeholder: [UInt8]
    let squares: [PhotoSquare]
    /// The bytes of the squares' files. Squares of a small photo have one together.
    let files: [BlobID: [UInt8]]

    /// Checks it as if a stranger had sent it: whoever broke a decoder may have written it.
    ///
    /// - Throws: `PhotoProgramError.misbehaved`.
    init(_ sizes: PhotoSizes) throws {
        placeholder = sizes.placeholder
        var squares: [PhotoSquare] = []
        var files: [BlobID: [UInt8]] = [:]
        for (bytes, nominalSide) in zip(sizes.squares, PhotoSizes.sides) {
            let side = try Self.checkedSide(of: bytes, atMost: nominalSide)
            let file = BlobID(of: bytes)
            files[file] = bytes
            squares.append(
                PhotoSquare(nominalSide: nominalSide, side: side, file: file, size: bytes.count))
        }
        self.squares = squares
        self.files = files
    }

    private static func checkedSide(of bytes: [UInt8], atMost limit: Int) throws -> Int {
        var sanitizer = JPEGSanitizer()
        var output: [UInt8] = []
        guard (try? sanitizer.consume(bytes, into: &output)) != nil,
            let summary = try? sanitizer.finish(), output == bytes,
            summary.width == summary.height, summary.width <= limit
        else { throw PhotoProgramError.misbehaved }
        return summary.width
    }
}
