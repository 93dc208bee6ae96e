import SwiftProtobufPluginLibrary

/// A property of the struct of a message: a field, or a oneof as a whole.
enum Property {
    case field(FieldDescriptor)
    case oneof(OneofDescriptor)

    /// In the order of the .proto.
    static func all(of message: Descriptor) -> [Property] {
        message.fields.compactMap { field in
            guard let oneof = field.realContainingOneof else { return .field(field) }
            return oneof.fields.first === field ? .oneof(oneof) : nil
        }
    }

    var name: String {
        switch self {
        case .field(let field): field.swiftName
        case .oneof(let oneof): SwiftNames.property(oneof.name)
        }
    }

    var type: String {
        switch self {
        case .oneof(let oneof): SwiftNames.type(of: oneof) + "?"
        case .field(let field): Self.type(of: field)
        }
    }

    var defaultValue: String {
        switch self {
        case .oneof: return "nil"
        case .field(let field) where field.isMap: return "[:]"
        case .field(let field) where field.isRepeated: return "[]"
        case .field(let field) where field.hasPresence: return "nil"
        case .field(let field): return FieldType(field).swiftDefault
        }
    }

    /// Whether the value is stored in an array of at most one element.
    var isEndless: Bool {
        guard case .field(let field) = self else { return false }
        return field.isEndless
    }

    /// The name of the stored property.
    var storedName: String {
        isEndless ? "_" + name.filter { $0 != "`" } : name
    }

    /// The name as a string literal, and what is shown for the value.
    var described: String {
        let label = "\"\(name.filter { $0 != "`" })\""
        if case .field(let field) = self, field.isSensitive {
            return "\(label): Redacted()"
        }
        return type.hasSuffix("?") ? "\(label): \(name) as Any" : "\(label): \(name)"
    }

    private static func type(of field: FieldDescriptor) -> String {
        let value = FieldType(field).swift
        if let (key, value) = field.messageType?.mapKeyAndValue {
            return "[\(FieldType(key).swift): \(FieldType(value).swift)]"
        }
        if field.isRepeated { return "[\(value)]" }
        return field.hasPresence ? "\(value)?" : value
    }
}
