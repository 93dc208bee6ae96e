/// What is known of a photo that passed.
package struct JPEGSummary: Equatable, Sendable {
    /// Pixels as stored, before the orientation is applied.
    package var width: Int
    package var height: Int
    package var orientation: Orientation
    package var isProgressive: Bool
    /// Bytes of the sanitized photo.
    package var outputBytes: Int
}
