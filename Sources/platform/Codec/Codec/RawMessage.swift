internal import CRPCMessages
package import NIOCore

/// A message of a type that this program was not built with: its bytes, as they are. For tools that
/// learn the types as they run.
package struct RawMessage: Message {
    package let buffer: ByteBuffer

    package init(_ bytes: [UInt8]) {
        buffer = ByteBuffer(bytes: bytes)
    }

    package init(serialized buffer: ByteBuffer) {
        self.buffer = buffer
    }

    package var bytes: [UInt8] { [UInt8](buffer.readableBytesView) }

    package func serialize(into buffer: inout ByteBuffer) {
        buffer.writeImmutableBuffer(self.buffer)
    }

    package var serializedSize: Int { buffer.readableBytes }
}

/// It never stands within another message, and has no struct in C.
extension RawMessage {
    package static var typeName: String { "message" }

    package static let layout = MessageLayout(rollcall__rpc__v1__cancel__init)

    package init(decoding source: MessageSource) throws(CodecError) { throw .malformed }

    package func encode(into target: MessageTarget) {}

    package var describedFields: KeyValuePairs<String, Any> { ["bytes": bytes] }
}
