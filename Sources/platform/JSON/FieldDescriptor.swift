/// A field of a message type. A class, as a copy would count references to each of its texts.
package final class FieldDescriptor: Sendable {
    package let name: String
    /// The name in JSON, such as `displayName` for `display_name`.
    package let jsonName: String
    /// The name in JSON, as the key of a member: with quotation marks and a colon.
    let quotedName: [UInt8]
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
    /// All of its options, as they are encoded.
    package let options: WireFields

    /// - Parameters:
    ///   - fields: of a `FieldDescriptorProto`.
    ///   - syntax: `proto3`, or empty for proto2.
    init(_ fields: WireFields, syntax: String) throws(MappingError) {
        let number = Int(truncatingIfNeeded: fields.varint(3) ?? 0)
        guard let kind = FieldKind(rawValue: fields.varint(5) ?? 0), (1..<1 << 29).contains(number)
        else { throw MappingError("a descriptor has a field that cannot be") }
        let options = try fields.message(8)
        let isProto3 = syntax == "proto3"
        let isRepeated = fields.varint(4) == 3
        let oneof = fields.varint(9).map { Int(truncatingIfNeeded: $0) }
        name = try fields.text(1)
        let jsonName = try fields.text(10)
        self.jsonName = jsonName.isEmpty ? Self.jsonName(for: name) : jsonName
        var writer = JSONWriter()
        writer.key(self.jsonName)
        quotedName = writer.bytes
        self.number = number
        self.kind = kind
        typeName = String(try fields.text(6).drop { $0 == "." })
        self.isRepeated = isRepeated
        isPacked = isRepeated && kind.canBePacked && (options.flag(2) ?? isProto3)
        self.oneof = fields.flag(17) == true ? nil : oneof
        hasPresence = !isRepeated && (!isProto3 || oneof != nil || kind == .message)
        isSensitive = options.flag(51002) ?? false
        self.options = options
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
