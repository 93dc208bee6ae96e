/// What a photo may cost, checked before any of it is spent.
package struct JPEGLimits: Sendable {
    /// Bytes fed in, those after the end of the image included.
    package var inputBytes = 5 << 20
    /// Pixels a side, as the frame header declares them.
    package var side = 2048
    /// Segments, markers without a body not counted.
    package var segments = 512
    /// Scans of the one frame. An encoder's default script for progressive colour has ten.
    package var scans = 64
    /// Scans times pixels: what a decoder will have to walk. 64 Mi is 16 scans of a 2048 x 2048
    /// photo, about 0.6 s of the slowest decoding measured.
    package var scannedPixels = 64 << 20
    /// Bytes of a colour profile; a larger one is dropped, and the photo kept.
    package var profileBytes = 64 << 10

    package init() {}
}
