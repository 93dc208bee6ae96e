/// The rule that a photo broke. Section numbers are those of ITU-T T.81 (the JPEG standard).
package enum JPEGError: Error, Equatable, Sendable {
    /// The first bytes are not a start-of-image marker and another marker (B.2.1).
    case notJPEG
    /// The first bytes are those of another kind of file.
    case otherFormat(FileFormat)
    /// The bytes ended before the end-of-image marker.
    case truncated
    /// More bytes came than `JPEGLimits.inputBytes`.
    case tooManyBytes
    /// A side is longer than `JPEGLimits.side`.
    case tooManyPixels(width: Int, height: Int)
    /// A kind of JPEG that is not accepted, in words that follow "the JPEG".
    case unsupported(String)
    /// A JPEG that breaks the standard, in words that follow "the JPEG is damaged:".
    case damaged(String)
}

extension JPEGError {
    /// More segments came than `JPEGLimits.segments`.
    static let tooManySegments = unsupported("has more than \(JPEGLimits().segments) segments")
    /// More scans than `JPEGLimits.scans`.
    static let tooManyScans = unsupported("has more than \(JPEGLimits().scans) scans")
    /// Scans times pixels passed `JPEGLimits.scannedPixels`.
    static let tooMuchScanning = unsupported("has too many scans for its number of pixels")
    /// The frame is neither baseline, extended sequential nor progressive with Huffman codes:
    /// lossless, hierarchical and arithmetic coding are refused (table B.1).
    static let unsupportedCoding = unsupported(
        "is lossless, hierarchical or arithmetically coded, and not baseline or progressive with "
            + "Huffman codes")
    /// The Adobe segment names a colour transform other than none or YCbCr.
    static let unsupportedColorTransform = unsupported(
        "has a colour transform other than none or YCbCr, such as YCCK")

    /// Samples are not of eight bits.
    static func unsupportedPrecision(_ bits: UInt8) -> JPEGError {
        unsupported("has samples of \(bits) bits, not of 8")
    }

    /// Neither gray nor three colours; four are CMYK.
    static func unsupportedComponentCount(_ count: UInt8) -> JPEGError {
        unsupported(
            count == 4
                ? "is CMYK, and neither in colours (RGB) nor gray"
                : "has \(count) colour components, and neither 3 (RGB) nor 1 (gray)")
    }
}

extension JPEGError {
    /// A segment declares a length below the two bytes of the length itself (B.1.1.4).
    static let segmentTooShort = damaged("a segment is shorter than its length field")
    /// A marker was due, and another byte came.
    static let markerExpected = damaged("there are bytes between two segments")
    /// A side is zero, or left to a marker after the scan (B.2.5, DNL).
    static let zeroDimension = damaged("its width or height is missing")
    static let secondFrame = damaged("it has a second frame header")
    /// See B.2.2.
    static let malformedFrame = damaged("its frame header contradicts itself")
    /// A quantization table's number, precision or length is impossible (B.2.4.1).
    static let malformedQuantizationTable = damaged("a quantization table is impossible")
    /// A Huffman table's number, counts, codes or length are impossible (B.2.4.2).
    static let malformedHuffmanTable = damaged("a Huffman table is impossible")
    /// See B.2.4.4.
    static let malformedRestartInterval = damaged("its restart interval is not of two bytes")
    static let scanBeforeFrame = damaged("a scan stands before the frame header")
    /// See B.2.3.
    static let malformedScan = damaged("a scan header contradicts itself or the frame")
    static let undefinedTable = damaged("a scan needs a table that is missing")
    /// A scan sends coefficients again, or refines what was never sent (G.1.1.1).
    static let scanOutOfOrder = damaged("a scan repeats what was sent, or refines what was not")
    static let emptyScan = damaged("a scan has no data")
    /// Restart markers are not in turn, or none were announced (B.2.1).
    static let restartOutOfOrder = damaged("its restart markers are not in turn")
    /// The image ended before each of its components was sent.
    static let missingScan = damaged("a part of the picture is missing")

    /// The marker is reserved, or has no place here.
    static func unexpectedMarker(_ code: UInt8) -> JPEGError {
        let digits = String(0x100 + Int(code), radix: 16, uppercase: true).dropFirst()
        return damaged("the marker 0xFF\(digits) has no place there")
    }
}

extension JPEGError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJPEG: "the file is not a JPEG"
        case .otherFormat(let format): "the file is \(format), not a JPEG"
        case .truncated: "the JPEG is cut off before its end"
        case .tooManyBytes: "the photo has too many bytes"
        case .tooManyPixels(let width, let height):
            "the photo has too many pixels: \(width) x \(height)"
        case .unsupported(let sentence): "the JPEG \(sentence)"
        case .damaged(let sentence): "the JPEG is damaged: \(sentence)"
        }
    }
}
