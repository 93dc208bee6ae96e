import SwiftProtobufPluginLibrary

/// Writes a message: the struct with what is nested in it, and an extension that makes it a
/// `Message`.
struct MessageWriter {
    let message: Descriptor
    let visibility: String

    var properties: [Property] { Property.all(of: message) }

    func write(to writer: inout CodeWriter) {
        writer.document(message)
        let kind = properties.isEmpty ? "EmptyMessage" : "Message"
        writer.block("\(visibility) struct \(SwiftNames.type(message.name)): \(kind)") { writer in
            for property in properties {
                writeProperty(property, to: &writer)
            }
            if !properties.isEmpty {
                writer.line()
            }
            writeInitializer(to: &writer)
            writeNested(to: &writer)
        }
    }

    /// The extensions of the message and of all that is nested in it.
    func writeExtensions(to writer: inout CodeWriter) {
        writer.line()
        writeCodec(to: &writer)
        for oneof in message.realOneofs {
            OneofWriter(oneof: oneof, visibility: visibility).writeDescription(to: &writer)
        }
        for nested in message.messages where !nested.options.mapEntry {
            MessageWriter(message: nested, visibility: visibility).writeExtensions(to: &writer)
        }
    }

    private func writeProperty(_ property: Property, to writer: inout CodeWriter) {
        switch property {
        case .field(let field): writer.document(field)
        case .oneof(let oneof): writer.document(oneof)
        }
        let declaration = "\(visibility) var \(property.name): \(property.type)"
        guard property.isEndless else { return writer.line(declaration) }
        let stored = property.storedName
        writer.block(declaration) { writer in
            writer.line("get { \(stored).first }")
            writer.line("set { \(stored) = newValue.map { [$0] } ?? [] }")
        }
        writer.line("/// A message that can hold itself is kept in an array of one.")
        writer.line("private var \(stored): [\(property.type.dropLast())]")
    }

    private func writeInitializer(to writer: inout CodeWriter) {
        let parameters = properties.map { "\($0.name): \($0.type) = \($0.defaultValue)" }
        guard !parameters.isEmpty else { return writer.line("\(visibility) init() {}") }
        writer.list("\(visibility) init(", parameters, ") {")
        writer.indented { writer in
            for property in properties {
                let boxing = property.isEndless ? ".map { [$0] } ?? []" : ""
                writer.line("self.\(property.storedName) = \(property.name)\(boxing)")
            }
        }
        writer.line("}")
    }

    private func writeNested(to writer: inout CodeWriter) {
        for oneof in message.realOneofs {
            writer.line()
            OneofWriter(oneof: oneof, visibility: visibility).write(to: &writer)
        }
        for enumeration in message.enums {
            writer.line()
            EnumWriter(enumeration: enumeration, visibility: visibility).write(to: &writer)
        }
        for nested in message.messages where !nested.options.mapEntry {
            writer.line()
            MessageWriter(message: nested, visibility: visibility).write(to: &writer)
        }
    }
}
