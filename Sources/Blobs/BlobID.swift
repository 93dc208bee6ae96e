/// The name of a blob: the SHA-256 of its bytes (FIPS 180-4), as 64 lowercase hexadecimal digits.
///
/// There is no other way to name a file in the store, so no text from outside becomes a path.
package struct BlobID: Hashable, Sendable, CustomStringConvertible {
    /// Exactly 64 of `0-9a-f`.
    package let hex: String

    /// Nil unless `text` is exactly 64 of `0-9a-f`.
    package init?(_ text: String) {
        let digits = text.utf8
        guard digits.count == 64, digits.allSatisfy(Self.isDigit) else { return nil }
        hex = text
    }

    init(digest: [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        hex = String(
            decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    package var description: String {
        hex
    }

    /// The directory it lies in: its first byte.
    var shard: String {
        String(hex.prefix(2))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
