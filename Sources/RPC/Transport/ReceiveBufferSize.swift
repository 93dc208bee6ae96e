import NIOCore

/// How large the buffer is into which a connection is read: a power of two. The buffer stays with the connection,
/// and most connections say little, so it is as small as what usually comes.
///
/// NIO's own allocator grows at the first read that fills the buffer. An access token does that once, at the
/// beginning. This one grows when four reads in a row have filled the buffer, and with each further one; it
/// shrinks with every second read that half of it would have held. It also fits where NIO keeps it, without a
/// box of its own.
struct ReceiveBufferSize: RecvByteBufferAllocator {
    /// 64 bytes to 64 KiB.
    private static let exponents: ClosedRange<UInt8> = 6...16
    private static let readsToGrow: UInt8 = 4

    private var exponent: UInt8 = 8
    /// Reads in a row that have filled the buffer; and that half of it would have held.
    private var fullReads: UInt8 = 0
    private var sparseReads: UInt8 = 0

    private var size: Int { 1 << Int(exponent) }

    func buffer(allocator: ByteBufferAllocator) -> ByteBuffer {
        allocator.buffer(capacity: size)
    }

    func nextBufferSize() -> Int? { size }

    mutating func record(actualReadBytes count: Int) -> Bool {
        let (isFull, isSparse) = (count >= size, count <= size / 2)
        fullReads = isFull ? min(fullReads + 1, Self.readsToGrow) : 0
        sparseReads = isSparse ? sparseReads + 1 : 0
        if fullReads == Self.readsToGrow, exponent < Self.exponents.upperBound {
            exponent += 1
            return true
        }
        if sparseReads == 2 {
            sparseReads = 0
            exponent = max(exponent - 1, Self.exponents.lowerBound)
        }
        return false
    }
}
