import COpenSSL

/// A SHA-256 digest (FIPS 180-4): 32 bytes. Compared in constant time.
package struct SHA256Digest: Hashable, Sendable {
    package static let byteCount = 32

    package let bytes: [UInt8]

    /// The digest of `message`.
    package init(of message: some Sequence<UInt8>) {
        var digest = [UInt8](repeating: 0, count: Self.byteCount)
        let message = Array(message)
        SHA256(message, message.count, &digest)
        bytes = digest
    }

    /// A digest made elsewhere, such as one read from a table; `nil` unless it is 32 bytes long.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    package static func == (left: Self, right: Self) -> Bool {
        constantTimeEqual(left.bytes, right.bytes)
    }
}

extension SHA256Digest: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    package var description: String { Hex.encode(bytes) }
}
