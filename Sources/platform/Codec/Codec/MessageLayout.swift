internal import CCodec
internal import CProtobufC

/// What protobuf-c needs to know about a message type.
public struct MessageLayout: @unchecked Sendable {
    // Unchecked: the descriptor is a C constant.
    let descriptor: UnsafePointer<ProtobufCMessageDescriptor>
    /// Whether bytes are looked at before they are unpacked, however few they are.
    let needsScan: Bool

    /// - Parameters:
    ///   - initialize: the function of protoc-c that initialises a struct of the type.
    ///   - isRecursive: whether nothing in the schema bounds how deep messages of the type nest.
    public init<Fields>(
        _ initialize: (UnsafeMutablePointer<Fields>?) -> Void, isRecursive: Bool = false
    ) {
        let fields = UnsafeMutablePointer<Fields>.allocate(capacity: 1)
        defer { fields.deallocate() }
        initialize(fields)
        let base = UnsafeRawPointer(fields).load(as: ProtobufCMessage.self)
        self.descriptor = base.descriptor
        self.needsScan = isRecursive || codec_needs_scan(base.descriptor, 8)
    }

    /// The size of the C struct in bytes.
    var size: Int {
        descriptor.pointee.sizeof_message
    }
}

extension MessageLayout {
    /// The full name of the message in the .proto.
    var name: String { String(cString: descriptor.pointee.name) }

    /// The fields in the order of their numbers, by their names in the .proto.
    package var fieldNames: [String] {
        UnsafeBufferPointer(
            start: descriptor.pointee.fields, count: Int(descriptor.pointee.n_fields)
        ).map { String(cString: $0.name) }
    }
}
