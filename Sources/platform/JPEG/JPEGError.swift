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
    /// More segments came than `JPEGLimits.segments`.
    case tooManySegments
    /// A segment declares a length below the two bytes of the length itself (B.1.1.4).
    case segmentTooShort
    /// A marker was due, and another byte stood there.
    case markerExpected
    /// The marker is reserved, or has no place here.
    case unexpectedMarker(UInt8)

    /// The frame is neither baseline, extended sequential nor progressive with Huffman codes:
    /// lossless, hierarchical and arithmetic coding are refused (table B.1).
    case unsupportedCoding(UInt8)
    /// Samples are not of eight bits.
    case unsupportedPrecision(UInt8)
    /// Neither gray nor three colours; four are CMYK.
    case unsupportedComponentCount(UInt8)
    /// The Adobe segment names a colour transform other than none or YCbCr.
    case unsupportedColorTransform(UInt8)
    /// A side is zero, or left to a marker after the scan (B.2.5, DNL).
    case zeroDimension
    /// A side is longer than `JPEGLimits.side`.
    case tooManyPixels(width: Int, height: Int)
    /// A second frame header.
    case secondFrame
    /// The frame header contradicts itself (B.2.2).
    case malformedFrame

    /// A quantization table's number, precision or length is impossible (B.2.4.1).
    case malformedQuantizationTable
    /// A Huffman table's number, counts, codes or length are impossible (B.2.4.2).
    case malformedHuffmanTable
    /// A restart interval is not of two bytes (B.2.4.4).
    case malformedRestartInterval

    /// A scan came before the frame header.
    case scanBeforeFrame
    /// The scan header contradicts itself or the frame (B.2.3).
    case malformedScan
    /// A scan needs a table that no segment before it defined.
    case undefinedTable
    /// A scan sends coefficients again, or refines what was never sent (G.1.1.1).
    case scanOutOfOrder
    /// More scans than `JPEGLimits.scans`.
    case tooManyScans
    /// Scans times pixels passed `JPEGLimits.scannedPixels`.
    case tooMuchScanning
    /// A scan header without data behind it.
    case emptyScan
    /// Restart markers are not in turn, or none were announced (B.2.1).
    case restartOutOfOrder
    /// The image ended before each of its components was sent.
    case missingScan
}
