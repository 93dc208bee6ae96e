import RollcallBasics

/// What is made of a photo for those who see it small.
package struct PhotoSizes: Sendable, Equatable {
    /// Pixels a side of the squares. A photo with a shorter side than that has a square of that side.
    package static let sides = [64, 128, 256, 512]
    /// Bytes of a ThumbHash.
    package static let placeholderSizes = 5...24

    /// A ThumbHash (https://evanw.github.io/thumbhash) of the whole photo.
    package let placeholder: [UInt8]
    /// A JPEG for each of `sides`.
    package let squares: [[UInt8]]

    /// Nil for what `rollcall-photo sizes` does not write: five parts, each of them its length in four
    /// bytes, with the most significant first, and its bytes.
    init?(_ output: [UInt8]) {
        var rest = output[...]
        var parts: [[UInt8]] = []
        while rest.count >= 4 {
            let count = Int(bigEndianBytes: rest.prefix(4))
            rest = rest.dropFirst(4)
            guard count <= rest.count else { return nil }
            parts.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        guard rest.isEmpty, parts.count == 1 + Self.sides.count,
            Self.placeholderSizes.contains(parts[0].count)
        else { return nil }
        placeholder = parts.removeFirst()
        squares = parts
    }
}
