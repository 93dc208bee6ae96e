/// A .proto file with its declarations, including nested types.
package struct FileDescriptor: Sendable {
    /// The name in an import, such as `rollcall/v1/auth.proto`.
    package private(set) var name = ""
    /// The names of the imported files.
    package private(set) var imports: [String] = []
    package private(set) var messages: [MessageDescriptor] = []
    package private(set) var enums: [EnumDescriptor] = []
    package private(set) var services: [ServiceDescriptor] = []
    /// The `FileDescriptorProto` of the file.
    package let encoded: [UInt8]

    private var packageName = ""
    private var syntax = ""

    /// - Parameter encoded: a `FileDescriptorProto`.
    package init(_ encoded: [UInt8]) throws(MappingError) {
        self.encoded = encoded
        // Declarations depend on the package and the syntax, which may come after them.
        var reader = WireReader(encoded[...])
        while let field = try reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)): name = try bytes.text()
            case (2, .bytes(let bytes)): packageName = try bytes.text()
            case (3, .bytes(let bytes)): imports.append(try bytes.text())
            case (12, .bytes(let bytes)): syntax = try bytes.text()
            default: break
            }
        }
        reader = WireReader(encoded[...])
        while let field = try reader.next() {
            guard case .bytes(let bytes) = field.value else { continue }
            switch field.number {
            case 4: try take(message: bytes, in: packageName, depth: 0)
            case 5: enums.append(try EnumDescriptor(name: fullName(bytes, in: packageName), bytes))
            case 6:
                let name = try fullName(bytes, in: packageName)
                services.append(try ServiceDescriptor(name: name, bytes))
            default: break
            }
        }
    }

    /// Reads a `DescriptorProto` and its nested declarations.
    private mutating func take(
        message bytes: ArraySlice<UInt8>, in scope: String, depth: Int
    ) throws(MappingError) {
        guard depth <= MappingLimits.depth else {
            throw MappingError("types are declared within types too deeply")
        }
        let name = try fullName(bytes, in: scope)
        var fields: [FieldDescriptor] = []
        var oneofs: [String] = []
        var isMapEntry = false
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            guard case .bytes(let bytes) = field.value else { continue }
            switch field.number {
            case 2: fields.append(try FieldDescriptor(bytes, syntax: syntax))
            case 3: try take(message: bytes, in: name, depth: depth + 1)
            case 4: enums.append(try EnumDescriptor(name: fullName(bytes, in: name), bytes))
            case 7: isMapEntry = try Self.isMapEntry(bytes)
            case 8: oneofs.append(try Self.name(bytes))
            default: break
            }
        }
        messages.append(
            try MessageDescriptor(
                name: name, fields: fields, oneofs: oneofs, isMapEntry: isMapEntry))
    }

    private func fullName(
        _ bytes: ArraySlice<UInt8>, in scope: String
    ) throws(MappingError) -> String {
        let name = try Self.name(bytes)
        return scope.isEmpty ? name : "\(scope).\(name)"
    }

    /// The name of a declaration. It always has the field number 1.
    private static func name(_ bytes: ArraySlice<UInt8>) throws(MappingError) -> String {
        var name = ""
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            if case (1, .bytes(let bytes)) = (field.number, field.value) { name = try bytes.text() }
        }
        return name
    }

    /// From `MessageOptions`.
    private static func isMapEntry(_ bytes: ArraySlice<UInt8>) throws(MappingError) -> Bool {
        var reader = WireReader(bytes)
        var isMapEntry = false
        while let option = try reader.next() {
            if case (7, .varint(let value)) = (option.number, option.value) {
                isMapEntry = value != 0
            }
        }
        return isMapEntry
    }
}
