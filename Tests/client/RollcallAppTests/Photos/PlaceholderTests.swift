import Foundation
import Testing

@testable import RollcallApp

struct PlaceholderTests {
    // As PyPI's fast-thumbhash 1.0.0, which is the reference in Rust, decodes them: the corners and
    // the middle.
    @Test(arguments: [
        (
            "5c0906659a718a76b067887787a8868880ebf8887d", 32, 23,
            [
                247, 6, 26, 255, 48, 255, 21, 255, 128, 131, 95, 255, 50, 19, 255, 255, 192, 232,
                0, 255,
            ]
        ),
        (
            "1e080e0580707a76a5788877888887870000000000", 32, 23,
            [
                85, 81, 79, 255, 138, 133, 131, 255, 134, 130, 128, 255, 66, 62, 60, 255, 171, 167,
                165, 255,
            ]
        ),
        (
            "d507121d0467878f77578748878797875878909508", 23, 32,
            [64, 77, 113, 255, 84, 109, 139, 255, 140, 109, 88, 255, 0, 12, 42, 255, 0, 4, 39, 255]
        ),
    ])
    func aThumbHashIsDecodedAsByTheReference(
        hash: String, width: Int, height: Int, pixels: [Int]
    ) throws {
        let placeholder = try #require(Placeholder(thumbHash: Self.bytes(hash)))
        #expect((placeholder.width, placeholder.height) == (width, height))
        #expect(placeholder.rgba.count == width * height * 4)
        let places = [
            (0, 0), (width - 1, 0), (width / 2, height / 2), (0, height - 1),
            (width - 1, height - 1),
        ]
        var found: [Int] = []
        for (x, y) in places {
            let start = (y * width + x) * 4
            found += placeholder.rgba[start..<start + 4].map { Int($0) }
        }
        #expect(zip(found, pixels).map { $0 - $1 }.allSatisfy { (-1...1).contains($0) })
    }

    @Test func anyBytesAreAPictureOrNone() {
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...40)).map { _ in UInt8.random(in: 0...255) }
            guard let placeholder = Placeholder(thumbHash: bytes) else { continue }
            #expect((1...32).contains(placeholder.width))
            #expect((1...32).contains(placeholder.height))
            #expect(placeholder.rgba.count == placeholder.width * placeholder.height * 4)
        }
        #expect(Placeholder(thumbHash: []) == nil)
        #expect(Photo().placeholderPicture == nil)
        // With alpha.
        let alpha = Self.bytes("d38886228e498087447875804405b8a488878f78885888")
        #expect(Placeholder(thumbHash: alpha) == nil)
        // No waves along one side.
        #expect(Placeholder(thumbHash: [0, 0, 0] + [UInt8](repeating: 0, count: 40)) == nil)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { place in
            UInt8(hex.dropFirst(place).prefix(2), radix: 16)
        }
    }
}
