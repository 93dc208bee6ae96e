/// The two small application segments a decoder needs to get colours and proportions right, each
/// written anew from its numbers, so that nothing can ride along.
enum ColorSegments {
    /// APP0 (JFIF 1.02): the density, without the thumbnail. Nil if the payload is not JFIF.
    static func jfif(_ payload: [UInt8]) -> [UInt8]? {
        let name = Array("JFIF\0".utf8)
        guard payload.count >= 14, payload.starts(with: name), payload[7] <= 2 else { return nil }
        return name + [1, 2] + payload[7..<12] + [0, 0]
    }

    /// APP14 (Adobe TN5116, section 18): the colour transform. Nil if the payload is not Adobe's.
    ///
    /// Throws if the transform is neither 0 (none) nor 1 (YCbCr).
    static func adobe(_ payload: [UInt8]) throws(JPEGError) -> [UInt8]? {
        let name = Array("Adobe".utf8)
        guard payload.count >= 12, payload.starts(with: name) else { return nil }
        let transform = payload[11]
        guard transform <= 1 else { throw .unsupportedColorTransform }
        return name + [0, 100, 0, 0, 0, 0, transform]
    }
}
