public import NIOCore

/// A message of a known type in its encoded form, sent in place of the message. For code that can
/// write the bytes with less work than the codec, such as from parts that are encoded already.
public struct Encoded<Base: Message>: Message {
    /// What the codec would write of the message.
    public var bytes: ByteBuffer

    /// - Parameter bytes: what the codec would write of a `Base`.
    public init(bytes: ByteBuffer) {
        self.bytes = bytes
    }

    public init(_ message: Base) {
        bytes = ByteBuffer()
        message.serialize(into: &bytes)
    }

    public init(serialized buffer: ByteBuffer) {
        bytes = buffer
    }

    public func serialize(into buffer: inout ByteBuffer) {
        buffer.writeImmutableBuffer(bytes)
    }

    public var serializedSize: Int { bytes.readableBytes }
}

/// It never stands within another message, and is not decoded field by field.
extension Encoded {
    public static var typeName: String { Base.typeName }

    public static var layout: MessageLayout { Base.layout }

    public init(decoding source: MessageSource) throws(CodecError) { throw .malformed }

    public func encode(into target: MessageTarget) {
        preconditionFailure("an encoded message has no fields")
    }

    public var describedFields: KeyValuePairs<String, Any> { ["bytes": bytes.readableBytes] }
}
