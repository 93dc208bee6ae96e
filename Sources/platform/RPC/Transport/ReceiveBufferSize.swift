import NIOCore

/// How large the buffer is into which a connection is read: a power of two. NIO keeps the buffer
/// with the connection and makes it larger, but never smaller; a smaller size is that of the
/// buffers that NIO reads into while the kept one is still in use. Most connections say little, so
/// the size is that of what comes again.
///
/// What comes at once is a burst: reads that fill the buffer, and the one behind them that does
/// not. The buffer grows to hold a burst when two do not fit, with fewer than eight between them
/// that do. An access token does that once, at the beginning. Within a burst it doubles at the
/// fourth read that fills it, and at each one behind that. Of each eight bursts in a row that fit,
/// the largest says how small it may be. It also fits where NIO keeps it, without a box of its own.
package struct ReceiveBufferSize: RecvByteBufferAllocator {
    /// 64 bytes to 64 KiB.
    private static let exponents: ClosedRange<UInt8> = 6...16
    private static let readsToGrow: UInt8 = 4
    private static let burstsToShrink: UInt8 = 8

    private var exponent: UInt8 = 8
    /// Of the burst that is being read: the reads, of `readsToGrow`, and the bytes, of the largest
    /// buffer.
    private var fullReads: UInt8 = 0
    private var burst: UInt32 = 0
    /// Bursts in a row that did fit, and the largest of them in bytes.
    private var fitting: UInt8 = 0
    private var largest: UInt32 = 0
    /// Whether one did not fit, not so long ago.
    private var wasOutgrown = false

    package init() {}

    private var size: Int { 1 << Int(exponent) }

    package func buffer(allocator: ByteBufferAllocator) -> ByteBuffer {
        allocator.buffer(capacity: size)
    }

    package func nextBufferSize() -> Int? { size }

    package mutating func record(actualReadBytes count: Int) -> Bool {
        let before = exponent
        burst = min(burst + UInt32(count), 1 << Self.exponents.upperBound)
        if count < size {
            burstEnded()
        } else {
            fullReads = min(fullReads + 1, Self.readsToGrow)
            if fullReads == Self.readsToGrow {
                exponent = min(exponent + 1, Self.exponents.upperBound)
            }
        }
        return exponent > before
    }

    private mutating func burstEnded() {
        if fullReads > 0 {
            if wasOutgrown { exponent = max(exponent, Self.exponent(holding: burst)) }
            (wasOutgrown, fitting, largest) = (true, 0, 0)
        } else {
            fitting += 1
            largest = max(largest, burst)
            if fitting == Self.burstsToShrink {
                exponent = Self.exponent(holding: largest)
                (wasOutgrown, fitting, largest) = (false, 0, 0)
            }
        }
        (fullReads, burst) = (0, 0)
    }

    /// That of the smallest buffer which so many bytes do not fill.
    private static func exponent(holding bytes: UInt32) -> UInt8 {
        let bits = UInt8(UInt32.bitWidth - bytes.leadingZeroBitCount)
        return min(max(bits, exponents.lowerBound), exponents.upperBound)
    }
}
