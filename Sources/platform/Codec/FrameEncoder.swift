package import NIOCore

extension ByteBuffer {
    /// Writes the 12 bytes of a frame header.
    package mutating func writeFrameHeader(_ header: FrameHeader) {
        let lengthAndType = UInt32(header.payloadLength) << 8 | UInt32(header.type)
        let flagsAndMeta = UInt32(header.flags.rawValue) << 24 | UInt32(header.metaLength)
        writeMultipleIntegers(lengthAndType, flagsAndMeta, header.streamID)
    }

    /// Writes a frame that carries fixed bytes and no meta: WINDOW and PING.
    package mutating func writeFrame<Body: FixedWidthInteger>(
        _ type: FrameType, flags: FrameFlags = [], streamID: UInt32 = 0, body: Body
    ) {
        let header = FrameHeader(
            payloadLength: MemoryLayout<Body>.size, type: type.rawValue, flags: flags,
            streamID: streamID)
        writeFrameHeader(header)
        writeInteger(body)
    }

    /// Writes a frame that carries meta, and the body if it is not empty.
    package mutating func writeFrame(
        _ type: FrameType, flags: FrameFlags = [], streamID: UInt32 = 0,
        meta: some Message, body: ByteBuffer = ByteBuffer()
    ) {
        let start = beginFrame()
        meta.serialize(into: &self)
        let metaLength = payloadLength(from: start)
        writeImmutableBuffer(body)
        endFrame(from: start, type, flags: flags, metaLength: metaLength, streamID: streamID)
    }

    /// Leaves room for a header; meta and body are written next, then `endFrame` is called.
    ///
    /// - Returns: where the frame starts.
    package mutating func beginFrame() -> Int {
        let start = writerIndex
        writeMultipleIntegers(UInt64(0), UInt32(0))
        return start
    }

    /// The bytes of meta and body that were written since `beginFrame`.
    package func payloadLength(from start: Int) -> Int {
        writerIndex - start - FrameHeader.size
    }

    /// Fills in the header of a frame whose meta and body have been written.
    package mutating func endFrame(
        from start: Int, _ type: FrameType, flags: FrameFlags, metaLength: Int, streamID: UInt32
    ) {
        let end = writerIndex
        let header = FrameHeader(
            payloadLength: payloadLength(from: start), type: type.rawValue, flags: flags,
            metaLength: metaLength, streamID: streamID)
        moveWriterIndex(to: start)
        writeFrameHeader(header)
        moveWriterIndex(to: end)
    }
}
