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
    package static let headSize = 64

    /// - Parameter head: the first bytes of a file, `headSize` of them if it has as many.
    package init?(head: [UInt8]) {
        guard let format = Self.box(of: head) ?? Self.signature(of: head) else { return nil }
        self = format
    }

    /// Files that begin with a box that names their brands (ISO/IEC 14496-12). `MiH` and a letter
    /// are in ISO/IEC 23000-22.
    private static func box(of head: [UInt8]) -> FileFormat? {
        guard head.dropFirst(4).starts(with: Array("ftyp".utf8)), head.count >= 12 else {
            return nil
        }
        let end = min(Int(head[2]) << 8 | Int(head[3]), head.count)
        let brands = ([8] + stride(from: 16, through: end - 4, by: 4)).map {
            String(decoding: head[$0..<$0 + 4], as: UTF8.self)
        }
        return Self.brands.first { names, format in
            // Other files say of themselves that a player of videos reads a part of them.
            !names.isDisjoint(with: brands.prefix(format == .video ? 1 : brands.count))
        }?.format
    }

    /// Where a file has brands of several formats, the first here counts.
    private static let brands: [(names: Set<String>, format: FileFormat)] = [
        (["heic", "heix", "heim", "heis", "hevc", "hevx", "MiHA", "MiHB", "MiHE"], .heic),
        (["avif", "avis"], .avif), (["mif1", "mif2", "msf1", "miaf", "heif"], .heic),
        (["isom", "iso2", "mp41", "mp42", "qt  ", "M4V ", "3gp4", "3gp5"], .video),
    ]

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
