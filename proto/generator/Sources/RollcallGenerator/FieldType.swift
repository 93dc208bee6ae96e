import SwiftProtobufPluginLibrary

/// The type of one value of a field, and how the value gets from C to Swift and back.
struct FieldType {
    private let field: FieldDescriptor

    init(_ field: FieldDescriptor) {
        self.field = field
    }

    var swift: String {
        switch field.type {
        case .double: "Double"
        case .float: "Float"
        case .int32, .sint32, .sfixed32: "Int32"
        case .int64, .sint64, .sfixed64: "Int64"
        case .uint32, .fixed32: "UInt32"
        case .uint64, .fixed64: "UInt64"
        case .bool: "Bool"
        case .string: "String"
        case .bytes: "[UInt8]"
        case .enum: SwiftNames.qualified(field.enumType)
        case .message, .group: SwiftNames.qualified(field.messageType)
        }
    }

    /// The value of a field that is not on the wire.
    var swiftDefault: String {
        switch field.type {
        case .double, .float, .int32, .sint32, .sfixed32, .int64, .sint64, .sfixed64, .uint32,
            .fixed32, .uint64, .fixed64:
            "0"
        case .bool: "false"
        case .string: "\"\""
        case .bytes: "[]"
        case .enum: "." + SwiftNames.cases(of: field.enumType)[0]
        case .message, .group: "\(swift)()"
        }
    }

    /// - Parameter c: an expression for the value in C.
    func decoded(_ c: String) -> String {
        switch field.type {
        case .bool: "\(c) != 0"
        case .string: "try source.string(\(c), \"\(field.shownName)\")"
        case .bytes: "source.bytes(\(c))"
        case .enum: "\(swift)(\(c))"
        case .message, .group: "try source.message(\(c), \"\(field.shownName)\")"
        default: c
        }
    }

    /// - Parameter value: an expression for the value in Swift.
    func encoded(_ value: String) -> String {
        switch field.type {
        case .bool: "\(value) ? 1 : 0"
        case .string: "target.string(\(value))"
        case .bytes: "target.bytes(\(value))"
        case .enum: ".init(rawValue: .init(truncatingIfNeeded: \(value).rawValue))"
        case .message, .group: "target.message(\(value))"
        default: value
        }
    }

    /// Whether the value is the same in C.
    var isSameInC: Bool {
        switch field.type {
        case .bool, .string, .bytes, .enum, .message, .group: false
        default: true
        }
    }

    var isMessage: Bool { field.type == .message }
}

extension FieldDescriptor {
    var swiftName: String { SwiftNames.property(name) }

    /// The name of the case in the enum of the field's oneof.
    var caseName: String { SwiftNames.oneofCase(name) }

    /// That name as a string literal.
    var caseLabel: String { "\"\(caseName.filter { $0 != "`" })\"" }

    var cName: String { CNames.field(named: name) }

    /// The name for errors; of a map's entry, that of the map.
    fileprivate var shownName: String {
        guard containingType.options.mapEntry else { return name }
        let map = containingType.containingType?.fields.first { $0.messageType === containingType }
        return map?.name ?? name
    }
}
