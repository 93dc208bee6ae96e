import Foundation

/// A blurred picture, to be shown until the photo is there.
public struct Placeholder: Sendable, Equatable {
    /// In pixels; 32 for the longer side.
    public let width: Int
    public let height: Int
    /// Four bytes a pixel: red, green, blue, and alpha, which is 255. Row by row from the top.
    public let rgba: [UInt8]
}

extension Photo {
    /// The placeholder as a picture; nil if there is none, or it is malformed.
    public var placeholderPicture: Placeholder? { Placeholder(thumbHash: Array(placeholder)) }
}

/// The decoder of ThumbHash, by its reference (https://github.com/evanw/thumbhash).
///
/// The brightness and two differences of colours are each a mean, and the heights of waves: the
/// first coefficients of a cosine transform, in four bits each. Photos have no alpha, so a hash
/// with one is none of a photo.
extension Placeholder {
    private static let longerSide = 32.0

    /// - Parameter bytes: of a server, so they may be anything.
    init?(thumbHash bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        /// A number of some bits.
        func bits(_ first: Int, _ count: Int) -> Int {
            let number = (0..<5).reduce(0) { $0 | Int(bytes[$1]) << ($1 * 8) }
            return number >> first & (1 << count - 1)
        }
        func fraction(_ first: Int, _ count: Int) -> Double {
            Double(bits(first, count)) / Double(1 << count - 1)
        }
        let (hasAlpha, shorter, isLandscape) = (bits(23, 1) == 1, bits(24, 3), bits(39, 1) == 1)
        let (across, down) = isLandscape ? (7, shorter) : (shorter, 7)
        var nibbles = bytes.dropFirst(5).flatMap { [$0 & 15, $0 >> 4] }[...]
        guard !hasAlpha, shorter > 0,
            let light = Channel(max(3, across), max(3, down), fraction(18, 5), &nibbles),
            let yellow = Channel(3, 3, fraction(27, 6) * 1.25, &nibbles),
            let red = Channel(3, 3, fraction(33, 6) * 1.25, &nibbles)
        else { return nil }

        let ratio = Double(across) / Double(down)
        width = Int((Self.longerSide * min(1, ratio)).rounded())
        height = Int((Self.longerSide / max(1, ratio)).rounded())
        var rgba: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let place = ((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
                let l = fraction(0, 6) + light.at(place)
                let p = fraction(6, 6) * 2 - 1 + yellow.at(place)
                let q = fraction(12, 6) * 2 - 1 + red.at(place)
                let blue = l - 2 / 3 * p
                let red = (3 * l - blue + q) / 2
                for part in [red, red - q, blue, 1] {
                    rgba.append(UInt8((max(0, min(1, part)) * 255).rounded()))
                }
            }
        }
        self.rgba = rgba
    }

    /// The waves of a channel.
    private struct Channel {
        private var waves: [(x: Double, y: Double, height: Double)] = []

        /// - Returns: nil if there are too few nibbles.
        init?(_ across: Int, _ down: Int, _ scale: Double, _ nibbles: inout ArraySlice<UInt8>) {
            for y in 0..<down {
                for x in (y == 0 ? 1 : 0)..<across where x * down < across * (down - y) {
                    guard let nibble = nibbles.popFirst() else { return nil }
                    let height = (Double(nibble) / 7.5 - 1) * scale * 2
                    waves.append((Double(x), Double(y), height))
                }
            }
        }

        func at(_ place: (x: Double, y: Double)) -> Double {
            waves.reduce(0) { sum, wave in
                sum + wave.height * cos(.pi * place.x * wave.x) * cos(.pi * place.y * wave.y)
            }
        }
    }
}
