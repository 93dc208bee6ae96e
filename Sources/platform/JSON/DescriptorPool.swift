/// Files, and what is declared in them by its full name: all that is needed to understand messages
/// that this program was not built with.
package struct DescriptorPool: Sendable {
    package private(set) var files: [String: FileDescriptor] = [:]
    private var messages: [String: MessageDescriptor] = [:]
    private var enums: [String: EnumDescriptor] = [:]
    private var services: [String: ServiceDescriptor] = [:]
    /// The types of fields that hold messages, and of those that hold enums.
    private var messagesOfFields: [ObjectIdentifier: MessageDescriptor] = [:]
    private var enumsOfFields: [ObjectIdentifier: EnumDescriptor] = [:]
    /// The name of the file that declares something.
    private var fileNames: [String: String] = [:]

    /// - Parameter files: each a `FileDescriptorProto`, encoded, in any order. A file that is there
    ///   twice counts once.
    /// - Throws: when one of them cannot be read, or there are too many.
    package init(_ files: some Collection<[UInt8]>) throws(MappingError) {
        guard files.count <= MappingLimits.files else {
            throw MappingError("there are more than \(MappingLimits.files) descriptors")
        }
        for file in files { add(try FileDescriptor(file)) }
        for field in messages.values.flatMap(\.fields) {
            switch field.kind {
            case .message: messagesOfFields[ObjectIdentifier(field)] = try? type(field.typeName)
            case .enum: enumsOfFields[ObjectIdentifier(field)] = try? enumeration(field.typeName)
            default: break
            }
        }
    }

    private mutating func add(_ file: FileDescriptor) {
        guard files[file.name] == nil else { return }
        files[file.name] = file
        for message in file.messages {
            messages[message.name] = message
            fileNames[message.name] = file.name
        }
        for enumeration in file.enums {
            enums[enumeration.name] = enumeration
            fileNames[enumeration.name] = file.name
        }
        for service in file.services {
            services[service.name] = service
            fileNames[service.name] = file.name
        }
    }

    package func message(_ name: String) -> MessageDescriptor? { messages[name] }
    package func `enum`(_ name: String) -> EnumDescriptor? { enums[name] }
    package func service(_ name: String) -> ServiceDescriptor? { services[name] }

    /// - Parameter path: `package.Service/Method`.
    package func method(_ path: String) -> MethodDescriptor? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        return services[String(parts[0])]?.methods.first { $0.name == parts[1] }
    }

    /// The file that declares a message, an enum, a service, or an RPC (`package.Service/Method`).
    package func file(declaring symbol: String) -> FileDescriptor? {
        let owner = method(symbol) == nil ? symbol : String(symbol.prefix { $0 != "/" })
        return fileNames[owner].flatMap { files[$0] }
    }

    /// A file and all that it imports, and these import, each once, however they import each other.
    package func closure(of file: FileDescriptor) -> [FileDescriptor] {
        var found = [file]
        var seen: Set = [file.name]
        var next = 0
        while next < found.count {
            for name in found[next].imports where seen.insert(name).inserted {
                if let file = files[name] { found.append(file) }
            }
            next += 1
        }
        return found
    }
}

extension DescriptorPool {
    /// A type that is to be read or written.
    func type(_ name: String) throws(MappingError) -> MessageDescriptor {
        try known(messages[name], name)
    }

    func enumeration(_ name: String) throws(MappingError) -> EnumDescriptor {
        try known(enums[name], name)
    }

    /// The type of a field that holds messages.
    func type(of field: FieldDescriptor) throws(MappingError) -> MessageDescriptor {
        if let type = messagesOfFields[ObjectIdentifier(field)] { return type }
        return try type(field.typeName)
    }

    /// The type of a field that holds an enum.
    func enumeration(of field: FieldDescriptor) throws(MappingError) -> EnumDescriptor {
        if let type = enumsOfFields[ObjectIdentifier(field)] { return type }
        return try enumeration(field.typeName)
    }

    private func known<Descriptor>(
        _ descriptor: Descriptor?, _ name: String
    ) throws(MappingError) -> Descriptor {
        guard let descriptor else { throw MappingError("nobody said what \(name) is") }
        guard !name.hasPrefix("google.") || !Self.withOwnForm.contains(name) else {
            throw MappingError("\(name) has a JSON form of its own, which is not supported")
        }
        return descriptor
    }

    /// Types whose JSON form is not that of their fields. No .proto of Rollcall uses them: the
    /// generator refuses types of another package.
    private static let withOwnForm = Set(
        [
            "Any", "BoolValue", "BytesValue", "DoubleValue", "Duration", "FieldMask", "FloatValue",
            "Int32Value", "Int64Value", "ListValue", "NullValue", "StringValue", "Struct",
            "Timestamp", "UInt32Value", "UInt64Value", "Value",
        ].map { "google.protobuf.\($0)" })
}

extension DescriptorPool {
    /// - Parameter descriptorSet: a `FileDescriptorSet`, as `protoc --descriptor_set_out` writes
    ///   it.
    package init(descriptorSet: [UInt8]) throws(MappingError) {
        try self.init(WireFields(descriptorSet[...]).parts(1).map { Array($0) })
    }
}
