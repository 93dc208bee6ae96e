package import NIOCore

/// Cuts a stream of bytes into frames, whatever the pieces in which the bytes arrive.
///
/// A length is checked against the limits as soon as its header is complete, before anything
/// beyond what arrived is held.
package struct FrameDecoder: Sendable {
    private let limits: FrameLimits
    private var buffer = ByteBuffer()

    package init(limits: FrameLimits) {
        self.limits = limits
    }

    /// Whether a frame has begun whose end has not arrived.
    package var isInsideFrame: Bool {
        buffer.readableBytes > 0
    }

    /// Adds bytes that were read. Takes them over without a copy when nothing is left over.
    package mutating func append(_ bytes: ByteBuffer) {
        if buffer.readableBytes == 0 {
            buffer = bytes
        } else {
            // Frames already handed out share the storage: growing it in place would copy it
            // whole, so what is left over moves to storage of its own, once.
            var merged = ByteBuffer()
            swap(&merged, &buffer)
            if merged.readerIndex > 0 {
                merged = ByteBuffer(bytes: merged.readableBytesView)
            }
            merged.writeImmutableBuffer(bytes)
            buffer = merged
        }
    }

    /// The next whole frame, or nil until more bytes arrive.
    ///
    /// - Throws: a `FrameError` when the bytes cannot be a frame; the connection is then beyond
    ///   repair.
    package mutating func next() throws(FrameError) -> Frame? {
        guard let header = try buffer.peekFrameHeader(limits: limits) else { return nil }
        let frameSize = FrameHeader.size + header.payloadLength
        guard buffer.readableBytes >= frameSize else { return nil }
        buffer.moveReaderIndex(forwardBy: FrameHeader.size)
        guard
            let meta = buffer.readSlice(length: header.metaLength),
            let body = buffer.readSlice(length: header.payloadLength - header.metaLength)
        else { return nil }
        return Frame(header: header, meta: meta, body: body)
    }
}

extension ByteBuffer {
    /// The header at the reader index, or nil when it is not complete.
    ///
    /// A payload length over the limit is refused with the first three bytes.
    fileprivate func peekFrameHeader(limits: FrameLimits) throws(FrameError) -> FrameHeader? {
        guard
            let high: UInt16 = getInteger(at: readerIndex),
            let low: UInt8 = getInteger(at: readerIndex + 2)
        else { return nil }
        let payloadLength = Int(high) << 8 | Int(low)
        guard payloadLength <= limits.maximumPayload else {
            throw .payloadTooLong(payloadLength)
        }
        guard let rest: UInt64 = getInteger(at: readerIndex + 3), readableBytes >= 12,
            let lowID: UInt8 = getInteger(at: readerIndex + 11)
        else { return nil }
        return try FrameHeader(payloadLength: payloadLength, rest: rest, lowID: lowID, limits)
    }
}

extension FrameHeader {
    /// - Parameter rest: the bytes 3 to 10 of the header.
    fileprivate init(
        payloadLength: Int, rest: UInt64, lowID: UInt8, _ limits: FrameLimits
    ) throws(FrameError) {
        let metaLength = Int(truncatingIfNeeded: (rest >> 24) & 0xFFFF)
        guard (rest >> 40) & 0xFF == 0 else { throw .reservedBitsSet }
        guard metaLength <= payloadLength else { throw .metaLongerThanPayload }
        guard metaLength <= limits.maximumMeta else { throw .metaTooLong(metaLength) }
        guard payloadLength - metaLength <= limits.maximumBody else {
            throw .payloadTooLong(payloadLength)
        }
        self.init(
            payloadLength: payloadLength,
            type: UInt8(truncatingIfNeeded: rest >> 56),
            flags: FrameFlags(rawValue: UInt8(truncatingIfNeeded: rest >> 48)),
            metaLength: metaLength,
            streamID: UInt32(truncatingIfNeeded: rest & 0xFF_FFFF) << 8 | UInt32(lowID)
        )
    }
}
