/// A service.
package struct ServiceDescriptor: Sendable {
    package let name: String
    /// In the order of the .proto.
    package let methods: [MethodDescriptor]
    /// All of its options, as they are encoded.
    package let options: WireFields

    init(name: String, _ fields: WireFields) throws(MappingError) {
        self.name = name
        methods = try fields.parts(2).map { (bytes) throws(MappingError) in
            try MethodDescriptor(WireFields(bytes))
        }
        options = try fields.message(3)
    }
}

/// An RPC.
package struct MethodDescriptor: Sendable {
    /// Without the service, such as `SignUp`.
    package let name: String
    /// The full name of the type of the request.
    package let request: String
    /// The full name of the type of the response.
    package let response: String
    package let clientStreams: Bool
    package let serverStreams: Bool
    /// The number of who may call it, in the enum `rollcall.rpc.v1.Access`.
    package let access: UInt64
    /// The most bytes of a request message.
    package let maximumRequestSize: Int
    /// Whether apps may call it.
    package let isForApps: Bool
    /// All of its options, as they are encoded.
    package let options: WireFields

    init(_ fields: WireFields) throws(MappingError) {
        name = try fields.text(1)
        request = String(try fields.text(2).drop { $0 == "." })
        response = String(try fields.text(3).drop { $0 == "." })
        clientStreams = fields.flag(5) ?? false
        serverStreams = fields.flag(6) ?? false
        let options = try fields.message(4)
        access = options.varint(51001) ?? 0
        maximumRequestSize = options.varint(51004).map { Int(clamping: $0) } ?? 4096
        isForApps = options.flag(51010) ?? false
        self.options = options
    }
}
