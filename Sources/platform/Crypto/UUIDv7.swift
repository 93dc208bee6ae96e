/// A time-ordered identifier (RFC 9562 §5.7): 48 bits of Unix milliseconds, then random bits.
///
/// Ordered as its bytes are, so that rows in the order of their keys are rows in the order of
/// their making.
package struct UUIDv7: Hashable, Sendable {
    package static let byteCount = 16

    /// The first and last eight bytes, big-endian.
    let high: UInt64
    let low: UInt64

    /// - Parameters:
    ///   - milliseconds: since 1970; the lowest 48 bits count.
    ///   - randomA: the 12 bits after the version: here a counter.
    ///   - randomB: the 62 bits after the variant.
    init(milliseconds: UInt64, randomA: UInt16, randomB: UInt64) {
        high = milliseconds << 16 | 0x7000 | UInt64(randomA & 0x0fff)
        low = 0b10 << 62 | randomB & (1 << 62 - 1)
    }

    /// - Returns: `nil` unless there are 16 bytes of version 7 and of the RFC's variant.
    package init?(bytes: some Collection<UInt8>) {
        let halves =
            bytes.withContiguousStorageIfAvailable(Self.halves(of:))
            ?? Array(bytes).withUnsafeBufferPointer(Self.halves(of:))
        guard let (high, low) = halves else { return nil }
        self.init(high: high, low: low)
    }

    /// - Returns: `nil` unless it is of version 7 and of the RFC's variant.
    init?(high: UInt64, low: UInt64) {
        guard high >> 12 & 0xf == 7, low >> 62 == 0b10 else { return nil }
        self.high = high
        self.low = low
    }

    private static func halves(of bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
        guard bytes.count == byteCount else { return nil }
        let halves = UnsafeRawBufferPointer(bytes).loadUnaligned(as: (UInt64, UInt64).self)
        return (UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
    }

    /// The 16 bytes in network order.
    package var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// Lends the 16 bytes in network order.
    package func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        try withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
    }

    /// When it was made: milliseconds since 1970.
    package var milliseconds: Int64 { Int64(high >> 16) }
}

extension UUIDv7: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
