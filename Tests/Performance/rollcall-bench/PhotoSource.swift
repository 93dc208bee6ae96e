import Foundation

/// JPEGs that differ in their picture, which is noise, and have nothing else of one that is given.
final class PhotoSource: Sendable {
    struct NoJPEG: Error {}

    private let photo: [UInt8]
    /// Where the picture begins.
    private let start: Int

    /// - Parameters:
    ///   - path: of a baseline JPEG without restart markers.
    ///   - size: bytes, larger than those in front of its picture.
    /// - Throws: `NoJPEG`; what Foundation says of the file.
    init(like path: String, size: Int) throws {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        var index = 2
        while index + 4 <= bytes.count, bytes[index] == 0xFF {
            let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
            let isScan = bytes[index + 1] == 0xDA
            index += 2 + length
            guard !isScan else { break }
        }
        guard index < bytes.count, index + 2 < size else { throw NoJPEG() }
        start = index
        photo = Self.noise(after: bytes[..<index], size: size)
    }

    private static func noise(after head: ArraySlice<UInt8>, size: Int) -> [UInt8] {
        var photo = Array(head)
        while photo.count < size - 3 {
            let byte = UInt8.random(in: 0...255)
            photo.append(byte)
            // Stuffed, as coded data is: by itself it would be a marker.
            if byte == 0xFF { photo.append(0) }
        }
        return photo + [0xFF, 0xD9]
    }

    /// Another one each time, at the cost of a copy.
    func next() -> [UInt8] {
        var photo = photo
        for index in start..<min(start + 16, photo.count - 4) {
            photo[index] = .random(in: 0...0x7F)
        }
        return photo
    }
}
