public import NIOCore

extension Message {
    /// Decodes a message. Fields that the type does not have are dropped.
    public init(serialized bytes: UnsafeRawBufferPointer) throws(CodecError) {
        let arena = Arena(budget: CodecLimits.memory(forSize: bytes.count))
        defer { arena.end() }
        try self.init(decoding: MessageSource(arena.unpack(bytes, as: Self.layout).get()))
    }

    /// Decodes a message from all the readable bytes.
    public init(serialized buffer: ByteBuffer) throws(CodecError) {
        let arena = Arena(budget: CodecLimits.memory(forSize: buffer.readableBytes))
        defer { arena.end() }
        let unpacked = buffer.withUnsafeReadableBytes { arena.unpack($0, as: Self.layout) }
        try self.init(decoding: MessageSource(unpacked.get()))
    }

    /// Decodes a message.
    public init(serialized bytes: [UInt8]) throws(CodecError) {
        let arena = Arena(budget: CodecLimits.memory(forSize: bytes.count))
        defer { arena.end() }
        let unpacked = bytes.withUnsafeBytes { arena.unpack($0, as: Self.layout) }
        try self.init(decoding: MessageSource(unpacked.get()))
    }
}
