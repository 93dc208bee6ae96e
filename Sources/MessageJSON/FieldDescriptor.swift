/// A field of a message type.
package struct FieldDescriptor: Sendable {
    package let name: String
    /// The name in JSON, such as `displayName` for `display_name`.
    package let jsonName: String
    package let number: Int
    package let kind: FieldKind
    /// The full name of the type of a message or an enum, else empty.
    package let typeName: String
    package let isRepeated: Bool
    /// Whether many numbers are written one behind the other, without tags.
    package let isPacked: Bool
    /// The index of the oneof that it is part of, an `optional` of proto3 not counted.
    package let oneof: Int?
    /// Whether a value that is there differs from one that is not, even if it is zero.
    package let hasPresence: Bool
    /// Whether the .proto marks it as secret or personal.
    package let isSensitive: Bool
}

extension FieldDescriptor {
    /// - Parameter syntax: `proto3`, or empty for proto2.
    init(_ bytes: ArraySlice<UInt8>, syntax: String) throws(MappingError) {
        var raw = RawField()
        var reader = WireReader(bytes)
        while let field = try reader.next() { try raw.take(field) }
        guard let kind = FieldKind(rawValue: raw.type), (1..<1 << 29).contains(raw.number) else {
            throw MappingError("a descriptor has a field that cannot be")
        }
        let isProto3 = syntax == "proto3"
        let isRepeated = raw.label == 3
        name = raw.name
        jsonName = raw.jsonName.isEmpty ? Self.jsonName(for: raw.name) : raw.jsonName
        number = raw.number
        self.kind = kind
        typeName = String(raw.typeName.drop { $0 == "." })
        self.isRepeated = isRepeated
        isPacked = isRepeated && kind.canBePacked && (raw.isPacked ?? isProto3)
        oneof = raw.isProto3Optional ? nil : raw.oneof
        hasPresence = !isRepeated && (!isProto3 || raw.oneof != nil || kind == .message)
        isSensitive = raw.isSensitive
    }

    /// What protoc makes of a name.
    private static func jsonName(for name: String) -> String {
        var result = ""
        var isCapital = false
        for character in name {
            if character != "_" {
                result += isCapital ? character.uppercased() : String(character)
            }
            isCapital = character == "_"
        }
        return result
    }
}

/// A `FieldDescriptorProto`, as far as it matters here.
private struct RawField {
    var name = ""
    var jsonName = ""
    var typeName = ""
    var number = 0
    var label: UInt64 = 0
    var type: UInt64 = 0
    var oneof: Int?
    var isProto3Optional = false
    var isPacked: Bool?
    var isSensitive = false

    mutating func take(_ field: WireField) throws(MappingError) {
        switch (field.number, field.value) {
        case (1, .bytes(let bytes)): name = try bytes.text()
        case (3, .varint(let value)): number = Int(truncatingIfNeeded: value)
        case (4, .varint(let value)): label = value
        case (5, .varint(let value)): type = value
        case (6, .bytes(let bytes)): typeName = try bytes.text()
        case (8, .bytes(let bytes)): try takeOptions(bytes)
        case (9, .varint(let value)): oneof = Int(truncatingIfNeeded: value)
        case (10, .bytes(let bytes)): jsonName = try bytes.text()
        case (17, .varint(let value)): isProto3Optional = value != 0
        default: break
        }
    }

    private mutating func takeOptions(_ bytes: ArraySlice<UInt8>) throws(MappingError) {
        var reader = WireReader(bytes)
        while let option = try reader.next() {
            switch (option.number, option.value) {
            case (2, .varint(let value)): isPacked = value != 0
            case (51002, .varint(let value)): isSensitive = value != 0
            default: break
            }
        }
    }
}

extension ArraySlice<UInt8> {
    func text() throws(MappingError) -> String {
        guard let text = String(validating: self, as: UTF8.self) else {
            throw MappingError("the text is not UTF-8")
        }
        return text
    }
}
