import COpenSSL

/// A SHA-256 digest (FIPS 180-4): 32 bytes. Compared in constant time.
package struct SHA256Digest: Sendable {
    package static let byteCount = 32

    /// The 32 bytes as four words, in the order of the machine: a digest is made and looked up
    /// without an allocation.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The digest of `message`. What lies in one piece in memory is not copied.
    package init(of message: some Sequence<UInt8>) {
        let words = message.withContiguousStorageIfAvailable { Self.words(of: $0) }
        self.words = words ?? Array(message).withUnsafeBufferPointer { Self.words(of: $0) }
    }

    /// A digest made elsewhere, such as one read from a table; `nil` unless it is 32 bytes long.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        words = bytes.withUnsafeBytes {
            $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self)
        }
    }

    package var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

    /// Lends the 32 bytes.
    package func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        try withUnsafeBytes(of: words, body)
    }

    /// Some of its bits, to spread digests by: not those that `hash(into:)` takes.
    package var lowBits: Int { Int(truncatingIfNeeded: words.3) }

    private static func words(
        of message: UnsafeBufferPointer<UInt8>
    ) -> (UInt64, UInt64, UInt64, UInt64) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &words) { digest in
            rollcall_sha256(
                message.baseAddress, message.count,
                digest.assumingMemoryBound(to: UInt64.self).baseAddress)
        }
        return words
    }
}

extension SHA256Digest: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        let (left, right) = (left.words, right.words)
        return (left.0 ^ right.0) | (left.1 ^ right.1) | (left.2 ^ right.2) | (left.3 ^ right.3)
            == 0
    }

    /// Any of its bits is as good as any other.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
    }
}

extension SHA256Digest: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    package var description: String { Hex.encode(bytes) }
}
