/// The tag types of a colour profile that hold numbers, and the texts we put in place of others'.
/// Section numbers are those of ICC.1:2022. Everything is padded to four bytes.
enum ICCNumber {
    private static let curvePointLimit = 4096
    /// Parameters of a parametric curve, by its function (10.18).
    private static let parameterCounts = [1, 3, 4, 5, 7]

    /// The data of a tag cut to the size its type needs, or nil if it is short of that or of
    /// another type.
    static func rewritten(_ data: ArraySlice<UInt8>) -> [UInt8]? {
        guard let size = size(data), size <= data.count else { return nil }
        var bytes = Array(data.prefix(size))
        // The four bytes behind the type are reserved, as are two behind a function's number.
        bytes.replaceSubrange(4..<8, with: [0, 0, 0, 0])
        if bytes.starts(with: "para".utf8) { bytes.replaceSubrange(10..<12, with: [0, 0]) }
        return padded(bytes)
    }

    private static func size(_ data: ArraySlice<UInt8>) -> Int? {
        var reader = ByteReader(data.dropFirst(8))
        switch String(decoding: data.prefix(4), as: UTF8.self) {
        case "XYZ ": return 20
        case "sf32": return 44
        case "curv":
            guard let points = reader.uint32(), points <= curvePointLimit else { return nil }
            return 12 + 2 * points
        case "para":
            guard let function = reader.uint16(), function < parameterCounts.count else {
                return nil
            }
            return 12 + 4 * parameterCounts[function]
        default: return nil
        }
    }

    static func uint32(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// `textType` (10.24).
    static func text(_ text: String) -> [UInt8] {
        padded(Array("text".utf8) + uint32(0) + Array(text.utf8) + [0])
    }

    /// `textDescriptionType` (ICC.1:2001-04, 6.5.17), with its Unicode and Macintosh parts empty.
    static func description(_ text: String) -> [UInt8] {
        let ascii = Array(text.utf8) + [0]
        let empty = [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67)
        return padded(Array("desc".utf8) + uint32(0) + uint32(ascii.count) + ascii + empty)
    }

    /// `multiLocalizedUnicodeType` (10.15) with one record, of ASCII text.
    static func localizedText(_ text: String) -> [UInt8] {
        var bytes = Array("mluc".utf8) + uint32(0) + uint32(1) + uint32(12)
        bytes += Array("enUS".utf8) + uint32(2 * text.utf8.count) + uint32(28)
        for character in text.utf8 { bytes += [0, character] }
        return padded(bytes)
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}
