import Foundation
import Synchronization

/// JPEGs that differ in their picture, which is noise, and have nothing else of one that is given.
final class PhotoSource: Sendable {
    struct NoJPEG: Error {}

    private let head: [UInt8]
    private let size: Int
    private let random = Mutex(SystemRandomNumberGenerator())

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
        head = Array(bytes[..<index])
        self.size = size
    }

    func next() -> [UInt8] {
        var photo = head
        photo.reserveCapacity(size)
        random.withLock { random in
            while photo.count < size - 3 {
                withUnsafeBytes(of: random.next()) { word in
                    for byte in word where photo.count < size - 3 {
                        photo.append(byte)
                        // Stuffed, as coded data is: by itself it would be a marker.
                        if byte == 0xFF { photo.append(0) }
                    }
                }
            }
        }
        return photo + [0xFF, 0xD9]
    }
}
