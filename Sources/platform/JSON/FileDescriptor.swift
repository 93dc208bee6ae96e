/// A .proto file with its declarations, including nested types.
package struct FileDescriptor: Sendable {
    /// The name in an import, such as `rollcall/v1/auth.proto`.
    package let name: String
    /// The names of the imported files.
    package let imports: [String]
    package private(set) var messages: [MessageDescriptor] = []
    package private(set) var enums: [EnumDescriptor] = []
    package private(set) var services: [ServiceDescriptor] = []
    /// The `FileDescriptorProto` of the file.
    package let encoded: [UInt8]

    private let syntax: String

    /// - Parameter encoded: a `FileDescriptorProto`.
    package init(_ encoded: [UInt8]) throws(MappingError) {
        self.encoded = encoded
        let file = try WireFields(encoded[...])
        name = try file.text(1)
        imports = try file.parts(3).map { (name) throws(MappingError) in try name.text() }
        syntax = try file.text(12)
        let scope = try file.text(2)
        for message in file.parts(4) { try take(message: WireFields(message), in: scope, depth: 0) }
        for type in file.parts(5) { try take(enum: WireFields(type), in: scope) }
        services = try file.parts(6).map { (bytes) throws(MappingError) in
            let service = try WireFields(bytes)
            return try ServiceDescriptor(name: Self.fullName(service, in: scope), service)
        }
    }

    /// Reads a `DescriptorProto` and its nested declarations.
    private mutating func take(
        message: WireFields, in scope: String, depth: Int
    ) throws(MappingError) {
        guard depth <= MappingLimits.depth else {
            throw MappingError("types are declared within types too deeply")
        }
        let name = try Self.fullName(message, in: scope)
        for nested in message.parts(3) {
            try take(message: WireFields(nested), in: name, depth: depth + 1)
        }
        for type in message.parts(4) { try take(enum: WireFields(type), in: name) }
        let fields = try message.parts(2).map { [syntax] (field) throws(MappingError) in
            try FieldDescriptor(WireFields(field), syntax: syntax)
        }
        let oneofs = try message.parts(8).map { (oneof) throws(MappingError) in
            try WireFields(oneof).text(1)
        }
        messages.append(
            try MessageDescriptor(
                name: name, fields: fields, oneofs: oneofs,
                isMapEntry: message.message(7).flag(7) ?? false))
    }

    private mutating func take(enum type: WireFields, in scope: String) throws(MappingError) {
        enums.append(try EnumDescriptor(name: Self.fullName(type, in: scope), type))
    }

    /// The name of a declaration always has the field number 1.
    private static func fullName(
        _ declaration: WireFields, in scope: String
    ) throws(MappingError) -> String {
        let name = try declaration.text(1)
        return scope.isEmpty ? name : "\(scope).\(name)"
    }
}
