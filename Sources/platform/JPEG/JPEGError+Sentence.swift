/// Names the rule that the file breaks, for the person who chose the photo and for the author of
/// the program that made it.
extension JPEGError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJPEG: "the file is not a JPEG"
        case .otherFormat(let format): "the file is \(format), not a JPEG"
        case .truncated: "the JPEG is cut off before its end"
        case .tooManyBytes: "the photo has too many bytes"
        case .tooManySegments: "the JPEG has more than \(JPEGLimits().segments) segments"
        case .tooManyPixels(let width, let height):
            "the photo has too many pixels: \(width) x \(height)"
        case .tooManyScans: "the JPEG has more than \(JPEGLimits().scans) scans"
        case .tooMuchScanning: "the JPEG has too many scans for its number of pixels"
        default: unsupported ?? "the JPEG is damaged: \(damage)"
        }
    }

    private var unsupported: String? {
        switch self {
        case .unsupportedCoding:
            "the JPEG is lossless, hierarchical or arithmetically coded, and not baseline or "
                + "progressive with Huffman codes"
        case .unsupportedPrecision(let bits): "the JPEG has samples of \(bits) bits, not of 8"
        case .unsupportedComponentCount(4):
            "the JPEG is CMYK, and neither in colours (RGB) nor gray"
        case .unsupportedComponentCount(let count):
            "the JPEG has \(count) colour components, and neither 3 (RGB) nor 1 (gray)"
        case .unsupportedColorTransform:
            "the JPEG has a colour transform other than none or YCbCr, such as YCCK"
        default: nil
        }
    }

    private var damage: String {
        switch self {
        case .segmentTooShort: "a segment is shorter than its length field"
        case .markerExpected: "there are bytes between two segments"
        case .unexpectedMarker(let code): "the marker 0xFF\(code.hexadecimal) has no place there"
        case .zeroDimension: "its width or height is missing"
        case .secondFrame: "it has a second frame header"
        case .malformedFrame: "its frame header contradicts itself"
        case .malformedQuantizationTable: "a quantization table is impossible"
        case .malformedHuffmanTable: "a Huffman table is impossible"
        case .malformedRestartInterval: "its restart interval is not of two bytes"
        case .scanBeforeFrame: "a scan stands before the frame header"
        case .malformedScan: "a scan header contradicts itself or the frame"
        case .undefinedTable: "a scan needs a table that is missing"
        case .scanOutOfOrder: "a scan repeats what was sent, or refines what was not"
        case .emptyScan: "a scan has no data"
        case .restartOutOfOrder: "its restart markers are not in turn"
        default: "a part of the picture is missing"
        }
    }
}

extension UInt8 {
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.count == 2 ? digits : "0" + digits
    }
}
