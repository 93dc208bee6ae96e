import RollcallCrypto

/// The name of a blob: the SHA-256 of its bytes (FIPS 180-4), as 64 lowercase hexadecimal digits.
///
/// There is no other way to name a file in the store, so no text from outside becomes a path.
package struct BlobID: Hashable, Sendable, CustomStringConvertible {
    package let digest: SHA256Digest

    package init(_ digest: SHA256Digest) {
        self.digest = digest
    }

    /// The name of a blob with these bytes.
    package init(of bytes: [UInt8]) {
        self.init(SHA256Digest(of: bytes))
    }

    /// Nil unless `text` is exactly 64 of `0-9a-f`.
    package init?(_ text: String) {
        guard text.utf8.count == 2 * SHA256Digest.byteCount, let bytes = Hex.decode(text),
            let digest = SHA256Digest(bytes: bytes), digest.description == text
        else { return nil }
        self.init(digest)
    }

    /// Exactly 64 of `0-9a-f`.
    package var hex: String { digest.description }

    package var description: String {
        hex
    }

    /// The directory it lies in: its first byte.
    var shard: String {
        String(hex.prefix(2))
    }
}
