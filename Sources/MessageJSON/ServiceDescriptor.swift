/// A service.
package struct ServiceDescriptor: Sendable {
    package let name: String
    /// In the order of the .proto.
    package let methods: [MethodDescriptor]

    init(name: String, _ bytes: ArraySlice<UInt8>) throws(MappingError) {
        var methods: [MethodDescriptor] = []
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            guard case (2, .bytes(let bytes)) = (field.number, field.value) else { continue }
            methods.append(try MethodDescriptor(bytes))
        }
        self.name = name
        self.methods = methods
    }
}

/// An RPC.
package struct MethodDescriptor: Sendable {
    /// Without the service, such as `SignUp`.
    package private(set) var name = ""
    /// The full name of the type of the request.
    package private(set) var request = ""
    /// The full name of the type of the response.
    package private(set) var response = ""
    package private(set) var clientStreams = false
    package private(set) var serverStreams = false
    /// The number of who may call it, in the enum `rollcall.rpc.v1.Access`.
    package private(set) var access: UInt64 = 0

    init(_ bytes: ArraySlice<UInt8>) throws(MappingError) {
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)): name = try bytes.text()
            case (2, .bytes(let bytes)): request = String(try bytes.text().drop { $0 == "." })
            case (3, .bytes(let bytes)): response = String(try bytes.text().drop { $0 == "." })
            case (4, .bytes(let bytes)): try takeOptions(bytes)
            case (5, .varint(let value)): clientStreams = value != 0
            case (6, .varint(let value)): serverStreams = value != 0
            default: break
            }
        }
    }

    private mutating func takeOptions(_ bytes: ArraySlice<UInt8>) throws(MappingError) {
        var reader = WireReader(bytes)
        while let option = try reader.next() {
            if case (51001, .varint(let value)) = (option.number, option.value) { access = value }
        }
    }
}
