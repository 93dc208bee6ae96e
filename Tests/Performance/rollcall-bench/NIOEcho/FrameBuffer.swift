import NIOCore

/// Cuts what arrives into frames.
struct FrameBuffer {
    private var bytes = ByteBuffer()

    mutating func append(_ more: ByteBuffer) {
        guard bytes.readableBytes > 0 else {
            bytes = more
            return
        }
        var more = more
        bytes.writeBuffer(&more)
    }

    /// The next frame with its length, if it is there whole.
    mutating func next() -> ByteBuffer? {
        guard let length = bytes.getInteger(at: bytes.readerIndex, as: UInt32.self) else {
            return nil
        }
        return bytes.readSlice(length: 4 + Int(length))
    }
}
