import SwiftProtobufPluginLibrary

/// Writes the Swift enum of a oneof, inside the struct of its message.
struct OneofWriter {
    let oneof: OneofDescriptor
    let visibility: String

    var type: String { SwiftNames.type(of: oneof) }

    func write(to writer: inout CodeWriter) {
        writer.line("/// The value of `\(oneof.name)`.")
        writer.block("\(visibility) enum \(type): Sendable, Equatable") { writer in
            for field in oneof.fields {
                writer.document(field)
                let indirect = field.isEndless ? "indirect " : ""
                writer.line("\(indirect)case \(field.caseName)(\(FieldType(field).swift))")
            }
        }
    }

    /// Keeps sensitive values out of descriptions.
    func writeDescription(to writer: inout CodeWriter) {
        guard oneof.fields.contains(where: \.isSensitive) else { return }
        let name = "\(SwiftNames.qualified(oneof.containingType)).\(type)"
        writer.line()
        writer.block("extension \(name): FieldDescribing") { writer in
            writer.block("\(visibility) var describedFields: KeyValuePairs<String, Any>") {
                writer in
                writer.line("switch self {")
                for field in oneof.fields {
                    let pattern = field.isSensitive ? "" : "(let value)"
                    let shown = field.isSensitive ? "Redacted()" : "value"
                    writer.line("case .\(field.caseName)\(pattern): [\(field.caseLabel): \(shown)]")
                }
                writer.line("}")
            }
        }
    }
}
