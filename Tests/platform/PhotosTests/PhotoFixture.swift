import Foundation
import JPEG

@testable import RollcallPhotos

/// A photo that `Fixtures/make.py` made. Upright, each shows red and green above blue and yellow.
enum PhotoFixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return Array(try Data(contentsOf: folder.appendingPathComponent("Fixtures/\(name)")))
    }
}

struct Pixel: Equatable, CustomStringConvertible {
    var red: Int, green: Int, blue: Int

    /// Whether no eye would tell the two apart.
    func isLike(_ other: Pixel, within tolerance: Int = 12) -> Bool {
        zip([red, green, blue], [other.red, other.green, other.blue])
            .allSatisfy { abs($0 - $1) <= tolerance }
    }

    var description: String { "(\(red), \(green), \(blue))" }

    static let white = Pixel(red: 255, green: 255, blue: 255)
}

/// A JPEG as `djpeg` decodes it, which neither turns it nor looks at its colour profile.
struct DecodedPhoto {
    let width: Int
    let height: Int
    private let samples: ArraySlice<UInt8>

    init(_ jpeg: [UInt8]) throws {
        let output = try run("/usr/bin/djpeg", ["-ppm"], jpeg)
        // P6, width, height and the largest sample, each followed by one space or line end.
        let fields = output.prefix(30).split(maxSplits: 4) { $0 == 10 || $0 == 32 }
        let numbers = fields.dropFirst().prefix(2).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? 0
        }
        (width, height) = (numbers[0], numbers[1])
        samples = output.suffix(width * height * 3)
    }

    func pixel(_ x: Int, _ y: Int) -> Pixel {
        let index = samples.startIndex + (y * width + x) * 3
        return Pixel(
            red: Int(samples[index]), green: Int(samples[index + 1]), blue: Int(samples[index + 2]))
    }

    /// The middle of each quarter, row by row.
    var quarters: [Pixel] {
        [(1, 1), (3, 1), (1, 3), (3, 3)].map { pixel(width * $0 / 4, height * $1 / 4) }
    }

    static let colors = [
        Pixel(red: 220, green: 30, blue: 30), Pixel(red: 30, green: 200, blue: 60),
        Pixel(red: 40, green: 60, blue: 210), Pixel(red: 230, green: 220, blue: 40),
    ]

    /// Whether it shows what all fixtures show, in these numbers.
    func shows(_ colors: [Pixel] = colors) -> Bool {
        zip(quarters, colors).allSatisfy { $0.isLike($1) }
    }
}

/// What the service would store of a photo.
func stored(_ photo: [UInt8]) throws -> [UInt8] {
    var sanitizer = JPEGSanitizer()
    var output: [UInt8] = []
    try sanitizer.consume(photo, into: &output)
    _ = try sanitizer.finish()
    return output
}

extension [UInt8] {
    func contains(_ text: String) -> Bool {
        Data(self).range(of: Data(text.utf8)) != nil
    }
}

/// Runs another program on some bytes.
func run(_ path: String, _ arguments: [String], _ input: [UInt8]) throws -> [UInt8] {
    let (output, ending) = try ChildProcess().run(
        path, arguments, input: input, outputLimit: 256 << 20, until: .now + .seconds(30))
    guard ending == .exited(0) else { throw PhotoProgramError.misbehaved }
    return output
}
