/// The second byte of a marker (T.81, table B.1).
enum Marker {
    static let baselineFrame: UInt8 = 0xC0
    static let progressiveFrame: UInt8 = 0xC2
    static let huffmanTables: UInt8 = 0xC4
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let quantizationTables: UInt8 = 0xDB
    static let lineCount: UInt8 = 0xDC
    static let restartInterval: UInt8 = 0xDD
    static let jfif: UInt8 = 0xE0
    static let exif: UInt8 = 0xE1
    static let profile: UInt8 = 0xE2
    static let adobe: UInt8 = 0xEE
    static let comment: UInt8 = 0xFE

    /// Baseline, extended sequential and progressive, all with Huffman codes.
    static let supportedFrames = baselineFrame...progressiveFrame
    /// Every other frame, and the markers only those frames use: lossless, differential and
    /// arithmetic coding (0xC3...0xCF but the Huffman tables), and hierarchy (0xDE, 0xDF).
    static func isUnsupportedCoding(_ marker: UInt8) -> Bool {
        (0xC3...0xCF).contains(marker) || (0xDE...0xDF).contains(marker)
    }

    static let application: ClosedRange<UInt8> = 0xE0...0xEF
    /// Comments, and application segments of which nothing could stay: passed over unread.
    static func isDropped(_ marker: UInt8) -> Bool {
        switch marker {
        case jfif, exif, profile, adobe: false
        default: application.contains(marker) || marker == comment
        }
    }
}
