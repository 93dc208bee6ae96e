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
        let start = writerIndex
        writeRepeatingByte(0, count: FrameHeader.size)
        meta.serialize(into: &self)
        let metaLength = writerIndex - start - FrameHeader.size
        writeImmutableBuffer(body)
        let end = writerIndex
        let header = FrameHeader(
            payloadLength: metaLength + body.readableBytes, type: type.rawValue, flags: flags,
            metaLength: metaLength, streamID: streamID)
        moveWriterIndex(to: start)
        writeFrameHeader(header)
        moveWriterIndex(to: end)
    }
}
