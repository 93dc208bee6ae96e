/// A kind of file that people take for a photo, known by its first bytes.
package enum FileFormat: String, CaseIterable, Sendable {
    case png = "a PNG"
    case gif = "a GIF"
    case webp = "a WebP"
    case heic = "a HEIC"
    case avif = "an AVIF"
    case tiff = "a TIFF or a camera's raw file"
    case bmp = "a BMP"
    case jpegXL = "a JPEG XL"
    case jpeg2000 = "a JPEG 2000"
    case video = "a video"
    case svg = "an SVG"
    case html = "a web page"
    case pdf = "a PDF"
    case zip = "a ZIP"

    /// How many of a file's bytes are looked at.
    package static let headSize = 16

    /// - Parameter head: the first bytes of a file, `headSize` of them if it has as many.
    package init?(head: [UInt8]) {
        guard let format = Self.box(of: head) ?? Self.signature(of: head) else { return nil }
        self = format
    }

    /// Files that begin with a box that names their brand (ISO/IEC 14496-12).
    private static func box(of head: [UInt8]) -> FileFormat? {
        guard head.dropFirst(4).starts(with: Array("ftyp".utf8)), head.count >= 12 else {
            return nil
        }
        return switch String(decoding: head[8..<12], as: UTF8.self) {
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": .heic
        case "avif", "avis": .avif
        case "isom", "iso2", "mp41", "mp42", "qt  ", "M4V ", "3gp4", "3gp5": .video
        default: nil
        }
    }

    private static func signature(of head: [UInt8]) -> FileFormat? {
        if head.starts(with: Array("RIFF".utf8)) {
            return head.dropFirst(8).starts(with: Array("WEBP".utf8)) ? .webp : nil
        }
        return signatures.first { head.starts(with: $0.bytes) }?.format
    }

    private static let signatures: [(bytes: [UInt8], format: FileFormat)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (Array("GIF8".utf8), .gif),
        (Array("II*\0".utf8), .tiff), (Array("MM\0*".utf8), .tiff),
        (Array("BM".utf8), .bmp),
        ([0xFF, 0x0A], .jpegXL), ([0, 0, 0, 0x0C] + Array("JXL ".utf8), .jpegXL),
        ([0, 0, 0, 0x0C] + Array("jP  ".utf8), .jpeg2000), ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
        (Array("<svg".utf8), .svg),
        (Array("<!DOCTYPE".utf8), .html), (Array("<html".utf8), .html),
        (Array("%PDF".utf8), .pdf),
        (Array("PK".utf8), .zip),
    ]
}

extension FileFormat: CustomStringConvertible {
    /// With its article, as within a sentence.
    package var description: String { rawValue }
}
