public import NIOCore

/// A protobuf message as a Swift value. Every conformance but `RawMessage` is generated from a
/// .proto file.
///
/// libprotobuf-c reads and writes the bytes. It works on C structs, which live in an arena for the
/// length of one call. `init(decoding:)` and `encode(into:)` copy between such a struct and the
/// value.
public protocol Message: FieldDescribing, Sendable, Equatable {
    /// The full protobuf name, such as `rollcall.v1.SignUpRequest`.
    static var typeName: String { get }

    /// The message's C struct and descriptor.
    static var layout: MessageLayout { get }

    /// Copies the value out of the C struct that was unpacked.
    init(decoding source: MessageSource) throws(CodecError)

    /// Fills the C struct that is about to be packed. What it points to stays valid for as long as
    /// the value lives and is not changed.
    func encode(into target: MessageTarget)

    /// Decodes a message from all the readable bytes. Fields that the type does not have are
    /// dropped.
    init(serialized buffer: ByteBuffer) throws(CodecError)

    /// Appends the encoded message.
    func serialize(into buffer: inout ByteBuffer)

    /// The size of the encoded message in bytes.
    var serializedSize: Int { get }
}

extension Message {
    public static var typeName: String { layout.name }
}
