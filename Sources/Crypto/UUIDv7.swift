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
        guard bytes.count == Self.byteCount else { return nil }
        let high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        let low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
        guard high >> 12 & 0xf == 7, low >> 62 == 0b10 else { return nil }
        self.high = high
        self.low = low
    }

    /// The 16 bytes in network order.
    package var bytes: [UInt8] {
        [high, low].flatMap { half in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
        }
    }

    /// When it was made: milliseconds since 1970.
    package var milliseconds: Int64 { Int64(high >> 16) }
}

extension UUIDv7: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
