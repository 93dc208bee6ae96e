import Foundation

/// A blurred picture, to be shown until the photo is there.
public struct Placeholder: Sendable, Equatable {
    /// In pixels; 32 for the longer side.
    public let width: Int
    public let height: Int
    /// Four bytes a pixel: red, green, blue, and alpha, which is not multiplied in. Row by row from
    /// the top.
    public let rgba: [UInt8]
}

extension Photo {
    /// The placeholder as a picture; nil if there is none, or it is malformed.
    public var placeholderPicture: Placeholder? { Placeholder(thumbHash: Array(placeholder)) }
}

/// The decoder of ThumbHash, by its reference (https://github.com/evanw/thumbhash).
///
/// The brightness, two differences of colours and perhaps alpha are each a mean, and the heights of
/// waves: the first coefficients of a cosine transform, in four bits each.
extension Placeholder {
    private static let longerSide = 32.0

    /// - Parameter bytes: of a server, so they may be anything.
    init?(thumbHash bytes: [UInt8]) {
        guard bytes.count >= 6 else { return nil }
        /// A number of some bits.
        func bits(_ first: Int, _ count: Int) -> Int {
            let number = (0..<6).reduce(0) { $0 | Int(bytes[$1]) << ($1 * 8) }
            return number >> first & (1 << count - 1)
        }
        func fraction(_ first: Int, _ count: Int) -> Double {
            Double(bits(first, count)) / Double(1 << count - 1)
        }
        let (hasAlpha, isLandscape) = (bits(23, 1) == 1, bits(39, 1) == 1)
        let (longer, shorter) = (hasAlpha ? 5 : 7, bits(24, 3))
        guard shorter > 0 else { return nil }
        let (across, down) = isLandscape ? (longer, shorter) : (shorter, longer)
        var nibbles = bytes.flatMap { [$0 & 15, $0 >> 4] }.dropFirst(hasAlpha ? 12 : 10)
        guard
            let light = Channel(max(3, across), max(3, down), fraction(18, 5), &nibbles),
            let yellow = Channel(3, 3, fraction(27, 6) * 1.25, &nibbles),
            let red = Channel(3, 3, fraction(33, 6) * 1.25, &nibbles),
            let alpha = hasAlpha ? Channel(5, 5, fraction(44, 4), &nibbles) : .even
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
                let a = (hasAlpha ? fraction(40, 4) : 1) + alpha.at(place)
                let blue = l - 2 / 3 * p
                let red = (3 * l - blue + q) / 2
                for part in [red, red - q, blue, a] {
                    rgba.append(UInt8((max(0, min(1, part)) * 255).rounded()))
                }
            }
        }
        self.rgba = rgba
    }

    /// The waves of a channel.
    private struct Channel {
        static let even = Channel()
        private var waves: [(x: Double, y: Double, height: Double)] = []

        private init() {}

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
