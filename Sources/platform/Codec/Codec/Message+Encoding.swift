internal import CProtobufC
public import NIOCore

extension Message {
    /// The message encoded.
    public func serialized() -> [UInt8] {
        withPackable { message in
            [UInt8](unsafeUninitializedCapacity: message.size) { bytes, count in
                count = message.pack(into: UnsafeMutableRawBufferPointer(bytes))
            }
        }
    }

    /// Appends the encoded message.
    public func serialize(into buffer: inout ByteBuffer) {
        withPackable { message in
            guard message.size > 0 else { return }
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: message.size) { bytes in
                message.pack(into: bytes)
            }
        }
    }

    /// The size of the encoded message in bytes.
    public var serializedSize: Int {
        withPackable { $0.size }
    }

    /// `body` must not call out of this file: the arena is in use, and the struct may point into
    /// the storage of the message's arrays.
    @inline(__always)
    private func withPackable<Result>(_ body: (PackableMessage) -> Result) -> Result {
        let arena = Arena(budget: .max)
        defer { arena.end() }
        let target = MessageTarget(Self.layout, in: arena)
        encode(into: target)
        return withExtendedLifetime(self) { body(PackableMessage(target)) }
    }
}

/// A filled C struct.
private struct PackableMessage {
    private let message: UnsafePointer<ProtobufCMessage>
    let size: Int

    init(_ target: MessageTarget) {
        self.message = UnsafePointer(target.base.assumingMemoryBound(to: ProtobufCMessage.self))
        self.size = protobuf_c_message_get_packed_size(message)
    }

    /// - Parameter bytes: at least `size` bytes.
    /// - Returns: how many bytes were written.
    func pack(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        guard size > 0 else { return 0 }
        return protobuf_c_message_pack(
            message, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
}
