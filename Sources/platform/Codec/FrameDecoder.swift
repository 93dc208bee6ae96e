package import NIOCore

/// Cuts a stream of bytes into frames, in whatever pieces the bytes arrive.
///
/// A length is checked against the limits as soon as its header is complete. Before that, no memory
/// beyond the received bytes is used.
package struct FrameDecoder: Sendable {
    private let limits: FrameLimits
    /// The beginning of a frame from an earlier read, in its own storage.
    private var begun = ByteBuffer()
    /// Bytes that were read but not parsed. When empty it holds no storage, so that the reader can
    /// reuse it.
    private var read = ByteBuffer()

    package init(limits: FrameLimits) {
        self.limits = limits
    }

    /// Whether a frame has begun whose end has not arrived.
    package var isInsideFrame: Bool {
        begun.readableBytes + read.readableBytes > 0
    }

    /// Adds bytes that were read, without a copy. Only a frame that spans two reads is copied.
    package mutating func append(_ bytes: ByteBuffer) {
        keepRest()
        read = bytes
    }

    /// The next complete frame, or nil until more bytes arrive.
    ///
    /// - Throws: a `FrameError` when the bytes cannot be a frame. The connection then has to be
    ///   closed.
    package mutating func next() throws(FrameError) -> Frame? {
        if let frame = try nextOfRead() { return frame }
        keepRest()
        return nil
    }

    private mutating func nextOfRead() throws(FrameError) -> Frame? {
        guard begun.readableBytes > 0 else { return try read.readFrame(limits: limits) }
        complete(FrameHeader.size)
        guard let header = try begun.peekFrameHeader(limits: limits) else { return nil }
        complete(FrameHeader.size + header.payloadLength)
        guard let frame = try begun.readFrame(limits: limits) else { return nil }
        if begun.readableBytes == 0 { begun = ByteBuffer() }
        return frame
    }

    /// The returned frames share the storage of a read. The remaining bytes must not keep that
    /// storage alive.
    private mutating func keepRest() {
        if read.readableBytes > 0 { begun.writeImmutableBuffer(read) }
        read = ByteBuffer()
    }

    /// Extends the begun frame to a length, or as far as the read bytes allow.
    private mutating func complete(_ length: Int) {
        let missing = min(length - begun.readableBytes, read.readableBytes)
        guard missing > 0, let bytes = read.readSlice(length: missing) else { return }
        begun.writeImmutableBuffer(bytes)
    }
}

extension ByteBuffer {
    fileprivate mutating func readFrame(limits: FrameLimits) throws(FrameError) -> Frame? {
        guard let header = try peekFrameHeader(limits: limits),
            readableBytes >= FrameHeader.size + header.payloadLength
        else { return nil }
        moveReaderIndex(forwardBy: FrameHeader.size)
        guard
            let meta = readSlice(length: header.metaLength),
            let body = readSlice(length: header.payloadLength - header.metaLength)
        else { return nil }
        return Frame(header: header, meta: meta, body: body)
    }

    /// The header at the reader index, or nil when it is incomplete.
    ///
    /// A payload length over the limit is refused as soon as the first three bytes have arrived.
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
        let reserved = UInt64(FrameFlags.reserved.rawValue) << 8 | 0xFF
        guard (rest >> 40) & reserved == 0 else { throw .reservedBitsSet }
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
