/// How to turn the stored pixels for display; the values are those of EXIF tag 0x0112.
package enum Orientation: UInt8, Sendable {
    case upright = 1
    case mirrored, upsideDown, upsideDownMirrored
    case transposed, quarterTurn, transversed, threeQuarterTurn
}

extension Orientation {
    private static let header: [UInt8] = Array("Exif\0\0".utf8)
    private static let tag = 0x0112
    private static let short = 3

    /// The orientation in an APP1 payload, or nil if it is not EXIF or names none.
    ///
    /// Reads only the first directory (EXIF 2.32, 4.6.2); every offset is checked, none followed
    /// twice, and at most 64 KiB / 12 entries are looked at.
    init?(exif payload: [UInt8]) {
        guard payload.starts(with: Self.header) else { return nil }
        let tiff = TIFF(payload.dropFirst(Self.header.count))
        guard let tiff, let value = tiff.short(Self.tag), let raw = UInt8(exactly: value) else {
            return nil
        }
        self.init(rawValue: raw)
    }

    /// An APP1 payload that says this and nothing else.
    var exif: [UInt8] {
        Self.header + [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8,  // Big-endian TIFF; its directory is at byte 8,
            0, 1,  // has one entry:
            0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, rawValue, 0, 0,  // orientation, one short,
            0, 0, 0, 0,  // and no directory follows.
        ]
    }

    /// As much of TIFF 6.0 as finds one number.
    private struct TIFF {
        let bytes: ArraySlice<UInt8>
        let isLittleEndian: Bool

        init?(_ bytes: ArraySlice<UInt8>) {
            self.bytes = bytes
            switch Array(bytes.prefix(4)) {
            case [0x49, 0x49, 42, 0]: isLittleEndian = true
            case [0x4D, 0x4D, 0, 42]: isLittleEndian = false
            default: return nil
            }
        }

        func short(_ tag: Int) -> Int? {
            guard let directory = uint32(at: 4), let count = uint16(at: directory) else {
                return nil
            }
            for index in 0..<count {
                let entry = directory + 2 + 12 * index
                guard let candidate = uint16(at: entry) else { return nil }
                guard candidate == tag else { continue }
                guard uint16(at: entry + 2) == Orientation.short, uint32(at: entry + 4) == 1 else {
                    return nil
                }
                return uint16(at: entry + 8)
            }
            return nil
        }

        private func uint16(at offset: Int) -> Int? {
            guard offset >= 0, offset + 2 <= bytes.count else { return nil }
            let first = Int(bytes[bytes.startIndex + offset])
            let second = Int(bytes[bytes.startIndex + offset + 1])
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }

        private func uint32(at offset: Int) -> Int? {
            guard let first = uint16(at: offset), let second = uint16(at: offset + 2) else {
                return nil
            }
            return isLittleEndian ? second << 16 | first : first << 16 | second
        }
    }
}
