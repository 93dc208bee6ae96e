import SwiftProtobufPluginLibrary

/// Writes a message for apps: a struct, and one function that shows its fields to a visitor.
struct AppMessageWriter {
    let message: Descriptor
    /// Whether apps make such messages: then its initializer takes the fields.
    let isSent: Bool

    private var properties: [Property] { Property.all(of: message) }
    private var redaction: String {
        message.fields.contains(where: \.isSensitive) ? ", Redacted" : ""
    }

    func write(to writer: inout CodeWriter) {
        writer.document(message)
        let name = SwiftNames.type(message.name)
        writer.block("public struct \(name): Message\(redaction)") { writer in
            for property in properties {
                switch property {
                case .field(let field): writer.document(field)
                case .oneof(let oneof): writer.document(oneof)
                }
                writer.line(declaration(of: property))
            }
            if !properties.isEmpty { writer.line() }
            writeInitializer(to: &writer)
            writeVisit(to: &writer)
            for oneof in message.realOneofs {
                writer.line()
                write(oneof, to: &writer)
            }
        }
    }

    private func declaration(of property: Property) -> String {
        let value = defaultValue(of: property)
        if value == "nil" { return "public var \(property.name): \(type(of: property))" }
        return "public var \(property.name): \(type(of: property)) = \(value)"
    }

    private func type(of property: Property) -> String {
        guard case .field(let field) = property, field.type == .bytes else { return property.type }
        return property.type.replacing("[UInt8]", with: "Data")
    }

    private func defaultValue(of property: Property) -> String {
        guard case .field(let field) = property, field.type == .bytes else {
            return property.defaultValue
        }
        return property.defaultValue.replacing("[]", with: field.isRepeated ? "[]" : "Data()")
    }

    private func writeInitializer(to writer: inout CodeWriter) {
        writer.line("public init() {}")
        guard isSent, !properties.isEmpty else { return }
        let parameters = properties.map { "\($0.name): \(type(of: $0)) = \(defaultValue(of: $0))" }
        writer.list("public init(", parameters, ") {")
        writer.indented { writer in
            for property in properties {
                writer.line("self.\(property.name) = \(property.name)")
            }
        }
        writer.line("}")
    }

    private func writeVisit(to writer: inout CodeWriter) {
        guard !properties.isEmpty else { return }
        writer.line()
        let head = "mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError)"
        writer.block(head) { writer in
            for field in message.fields.sorted(by: { $0.number < $1.number }) {
                writer.line("try visitor.\(visit(of: field))")
            }
        }
    }

    private func visit(of field: FieldDescriptor) -> String {
        if let oneof = field.realContainingOneof {
            let property = SwiftNames.property(oneof.name)
            let value = "if case .\(field.caseName)(let value) = $0 { value } else { nil }"
            let make = "\(SwiftNames.type(of: oneof)).\(field.caseName)"
            return "choice(\(field.number), &\(property), \(make)) { \(value) }"
        }
        let kind: String
        switch field {
        case _ where field.type == .fixed64: kind = "fixed"
        case _ where field.isRepeated: kind = "list"
        case _ where field.hasPresence: kind = "optional"
        default: kind = "value"
        }
        return "\(kind)(\(field.number), &\(field.swiftName))"
    }

    private func write(_ oneof: OneofDescriptor, to writer: inout CodeWriter) {
        let redaction = oneof.fields.contains(where: \.isSensitive) ? ", Redacted" : ""
        writer.line("/// The value of `\(oneof.name)`.")
        let head = "public enum \(SwiftNames.type(of: oneof)): Sendable, Equatable\(redaction)"
        writer.block(head) { writer in
            for field in oneof.fields {
                writer.document(field)
                let type = field.type == .bytes ? "Data" : FieldType(field).swift
                writer.line("case \(field.caseName)(\(type))")
            }
        }
    }
}
