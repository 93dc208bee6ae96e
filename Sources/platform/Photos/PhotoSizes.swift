import RollcallBasics

/// The small versions of a photo.
package struct PhotoSizes: Sendable, Equatable {
    /// The sides of the squares in pixels. If a side of the photo is shorter, the square has that
    /// length.
    package static let sides = [64, 128, 256, 512]
    /// Bytes of a ThumbHash.
    package static let placeholderSizes = 5...24

    /// A ThumbHash (https://evanw.github.io/thumbhash) of the whole photo.
    package let placeholder: [UInt8]
    /// A JPEG for each of `sides`.
    package let squares: [[UInt8]]

    /// Nil if it is not the output of `rollcall-photo sizes`. That has five parts, each with its
    /// length in four bytes, the most significant first, and its bytes.
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
