import JPEG

/// What Profile takes for a photo.
package struct PhotoLimits: Sendable, Equatable {
    package static let byteRange = 64 << 10...32 << 20
    package static let sideRange = 64...8192

    /// Bytes, as they are sent.
    package let bytes: Int
    /// Pixels of the longer side.
    package let side: Int

    /// Clients that prepare photos keep far below.
    package static let usual = PhotoLimits(uncheckedBytes: 5 << 20, side: 2048)

    /// - Returns: nil if either is out of its range.
    package init?(bytes: Int, side: Int) {
        guard Self.byteRange.contains(bytes), Self.sideRange.contains(side) else { return nil }
        self.init(uncheckedBytes: bytes, side: side)
    }

    private init(uncheckedBytes bytes: Int, side: Int) {
        self.bytes = bytes
        self.side = side
    }

    /// Scans grow with the pixels: sixteen of the largest photo.
    var jpeg: JPEGLimits {
        var limits = JPEGLimits()
        limits.inputBytes = bytes
        limits.side = side
        limits.scannedPixels = max(limits.scannedPixels, 16 * side * side)
        return limits
    }
}

extension Int {
    /// Such as `5 MiB`, or `5000000 bytes` if it is no whole number of a unit.
    var formattedBytes: String {
        if self % (1 << 20) == 0 { return "\(self >> 20) MiB" }
        return self % (1 << 10) == 0 ? "\(self >> 10) KiB" : "\(self) bytes"
    }
}
