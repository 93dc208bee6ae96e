import Foundation

/// Photos that are taken, and some that are not.
enum TestPhoto {
    /// One of the JPEG module's fixtures.
    static func fixture(_ name: String) throws -> [UInt8] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../..").standardizedFileURL
        let file = tests.appendingPathComponent("platform/JPEGTests/Fixtures/\(name).jpg")
        return Array(try Data(contentsOf: file))
    }

    /// One of those that decoders are tried on.
    static func decodable(_ name: String) throws -> [UInt8] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../..").standardizedFileURL
        let file = tests.appendingPathComponent("platform/PhotosTests/Fixtures/\(name).jpg")
        return Array(try Data(contentsOf: file))
    }

    /// A photo without metadata, which is stored as it is, and which no decoder can make sense of.
    ///
    /// - Parameters:
    ///   - number: another number, another photo.
    ///   - dataSize: bytes of its only scan, at least one.
    static func made(
        _ number: UInt8, dataSize: Int = 64, width: Int = 16, height: Int = 16
    ) -> [UInt8] {
        beginning(width: width, height: height)
            + [UInt8](repeating: number % 0xFF, count: dataSize) + [0xFF, 0xD9]
    }

    /// All up to the pixels.
    static func beginning(width: Int = 16, height: Int = 16) -> [UInt8] {
        let table: [UInt8] = [1] + [UInt8](repeating: 0, count: 16)
        var frame: [UInt8] = [8]
        for side in [height, width] { frame += [UInt8(side >> 8), UInt8(side & 0xFF)] }
        frame += [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        return [0xFF, 0xD8]
            + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
            + segment(0xC4, [0x00] + table + [0x10] + table)
            + segment(0xC0, frame)
            + segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
    }

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }
}

extension [UInt8] {
    func contains(_ text: String) -> Bool {
        contains(Array(text.utf8))
    }

    func contains(_ bytes: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: bytes) }
    }
}
