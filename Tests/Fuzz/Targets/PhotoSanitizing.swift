import CJPEGReference

@testable import JPEG

/// A JPEG that is let through is the same picture as before, has nothing else, and is let through
/// again as it is; in whatever pieces it comes, the verdict is one.
struct PhotoSanitizing {
    private let photo: [UInt8]
    private let limits: JPEGLimits

    init(_ input: [UInt8]) {
        photo = input
        var limits = JPEGLimits()
        // Decoding a larger one would take the time of many inputs.
        limits.side = 128
        limits.scannedPixels = 1 << 20
        self.limits = limits
    }

    func run() throws {
        let whole = Result { try sanitize([photo[...]]) }
        let pieces = Result { try sanitize(cut(photo)) }
        guard case .success(let stored) = whole else {
            guard case .failure = pieces else { throw Finding("taken only in pieces") }
            return
        }
        guard case .success(let joined) = pieces else { throw Finding("refused in pieces") }
        try require(joined == stored, "another one in pieces")
        try require(try sanitize([stored[...]]) == stored, "another one the second time")
        try requirePictureAlone(stored)
        let (before, after) = (decode_jpeg(photo, photo.count), decode_jpeg(stored, stored.count))
        try require(
            before.is_whole == after.is_whole,
            "decoded only \(before.is_whole ? "before" : "after")")
        guard before.is_whole else { return }
        try require(
            (before.width, before.height, before.components)
                == (after.width, after.height, after.components), "another size")
        try require(before.samples == after.samples, "another picture")
    }

    private func sanitize(_ chunks: [ArraySlice<UInt8>]) throws -> [UInt8] {
        var sanitizer = JPEGSanitizer(limits: limits)
        var output: [UInt8] = []
        for chunk in chunks { try sanitizer.consume(chunk, into: &output) }
        _ = try sanitizer.finish()
        return output
    }

    /// Pieces whose lengths follow from the bytes.
    private func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int(bytes[start] % 13) + 1)
            pieces.append(bytes[start..<end])
            start = end
        }
        return pieces
    }

    /// Of application segments there are those of which the service knows every byte, and no
    /// comment.
    private func requirePictureAlone(_ stored: [UInt8]) throws {
        try require(stored.starts(with: [0xFF, 0xD8]), "no start of an image")
        try require(stored.suffix(2) == [0xFF, 0xD9], "bytes behind the image")
        var index = 2
        while index + 4 <= stored.count {
            try require(stored[index] == 0xFF, "no marker at \(index)")
            let marker = stored[index + 1]
            guard marker != 0xDA else { return }
            try require(
                [0xC0, 0xC1, 0xC2, 0xC4, 0xDB, 0xDD, 0xE0, 0xE1, 0xE2, 0xEE].contains(marker),
                "a segment of the kind \(marker)")
            let size = Int(stored[index + 2]) << 8 | Int(stored[index + 3])
            let body = stored[(index + 4)..<min(stored.count, index + 2 + size)]
            switch marker {
            case 0xE0: try require(body.starts(with: Array("JFIF\0".utf8)) && size == 16, "JFIF")
            case 0xE1: try require(body.starts(with: Array("Exif\0\0".utf8)) && size == 34, "EXIF")
            case 0xE2: try require(body.starts(with: Array("ICC_PROFILE\0".utf8)), "profile")
            case 0xEE: try require(body.starts(with: Array("Adobe".utf8)) && size == 14, "Adobe")
            default: break
            }
            index += 2 + size
        }
    }
}
