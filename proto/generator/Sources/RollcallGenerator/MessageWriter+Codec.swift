import SwiftProtobufPluginLibrary

extension MessageWriter {
    /// The conversions between the value and the C struct.
    func writeCodec(to writer: inout CodeWriter) {
        writer.block("extension \(SwiftNames.qualified(message))") { writer in
            let arguments =
                [CNames.initializer(message)] + (message.isRecursive ? ["isRecursive: true"] : [])
            writer.list("\(visibility) static let layout = MessageLayout(", arguments, ")")
            guard !properties.isEmpty else { return }
            writer.line()
            writeDecoding(to: &writer)
            writer.line()
            writeEncoding(to: &writer)
            writer.line()
            writer.block("\(visibility) var describedFields: KeyValuePairs<String, Any>") {
                writer in
                writer.list("[", properties.map(\.described), "]", trailingComma: true)
            }
        }
    }

    private func writeDecoding(to writer: inout CodeWriter) {
        let head = "\(visibility) init(decoding source: MessageSource) throws(CodecError)"
        writer.block(head) { writer in
            writer.line("let c = source.fields(as: \(CNames.structure(message)).self)")
            for property in properties {
                switch property {
                case .oneof(let oneof): writeDecoding(oneof, to: &writer)
                case .field(let field): writeDecoding(field, property, to: &writer)
                }
            }
        }
    }

    private func writeEncoding(to writer: inout CodeWriter) {
        let head = "\(visibility) func encode(into target: MessageTarget)"
        writer.block(head) { writer in
            writer.line("let c = target.fields(as: \(CNames.structure(message)).self)")
            for property in properties {
                switch property {
                case .oneof(let oneof): writeEncoding(oneof, to: &writer)
                case .field(let field): writeEncoding(field, property, to: &writer)
                }
            }
        }
    }
}

// MARK: - Decoding

extension MessageWriter {
    private func writeDecoding(
        _ field: FieldDescriptor, _ property: Property, to writer: inout CodeWriter
    ) {
        let c = "c.pointee.\(field.cName)"
        let start = "self.\(property.storedName) ="
        let type = FieldType(field)
        if let (key, value) = field.messageType?.mapKeyAndValue {
            let decodedKey = FieldType(key).decoded("entry.pointee.key")
            let decodedValue = FieldType(value).decoded("entry.pointee.value")
            let filled = value.type == .message ? " ?? \(FieldType(value).swiftDefault)" : ""
            let arguments = [c, "c.pointee.n_\(field.cName)"]
            writer.list("\(start) try source.map(", arguments, ") { entry throws(CodecError) in")
            writer.indented { $0.list("(", [decodedKey, decodedValue + filled], ")") }
            writer.line("}")
        } else if field.isRepeated && type.isMessage {
            let list = "try source.messages(\(c), c.pointee.n_\(field.cName), \"\(field.name)\")"
            writer.statement(start, list)
        } else if field.isRepeated && field.type == .string {
            let list = "try source.strings(\(c), c.pointee.n_\(field.cName), \"\(field.name)\")"
            writer.statement(start, list)
        } else if field.isRepeated && type.isSameInC {
            writer.statement(start, "source.list(\(c), c.pointee.n_\(field.cName))")
        } else if field.isRepeated {
            let list = "source.list(\(c), c.pointee.n_\(field.cName))"
            writer.statement(start, "\(list) { \(type.decoded("$0")) }")
        } else if let oneof = field.containingOneof, !type.isMessage {
            let setCase = "c.pointee.\(CNames.oneof(named: oneof.name))_case.rawValue"
            writer.block("if \(setCase) == \(field.number)") { writer in
                writer.statement(start, type.decoded(c))
            }
        } else if property.isEndless {
            writer.line("\(start) try source.boxed(\(c), \"\(field.name)\")")
        } else {
            writer.statement(start, type.decoded(c))
        }
    }

    private func writeDecoding(_ oneof: OneofDescriptor, to writer: inout CodeWriter) {
        let name = SwiftNames.property(oneof.name)
        writer.line("switch c.pointee.\(CNames.oneof(named: oneof.name))_case.rawValue {")
        for field in oneof.fields {
            let value = FieldType(field).decoded("c.pointee.\(field.cName)")
            if field.type == .message {
                writer.statement(
                    "case \(field.number):",
                    "self.\(name) = (\(value)).map { .\(field.caseName)($0) }")
            } else {
                writer.statement(
                    "case \(field.number):", "self.\(name) = .\(field.caseName)(\(value))")
            }
        }
        writer.line("default: self.\(name) = nil")
        writer.line("}")
    }
}

// MARK: - Encoding

extension MessageWriter {
    private func writeEncoding(
        _ field: FieldDescriptor, _ property: Property, to writer: inout CodeWriter
    ) {
        let c = "c.pointee.\(field.cName)"
        let value = "self.\(property.name)"
        let type = FieldType(field)
        if let (key, mapValue) = field.messageType?.mapKeyAndValue {
            let initializer = CNames.initializer(field.messageType)
            writer.list(
                "(c.pointee.n_\(field.cName), \(c)) = target.map(", [value, initializer],
                ") { entry, key, value in")
            writer.indented { writer in
                writer.line("entry.pointee.key = \(FieldType(key).encoded("key"))")
                writer.line("entry.pointee.value = \(FieldType(mapValue).encoded("value"))")
            }
            writer.line("}")
        } else if field.isRepeated {
            let list = "target.list(\(value)) { \(type.encoded("$0")) }"
            writer.statement("(c.pointee.n_\(field.cName), \(c)) =", list)
        } else if type.isMessage, field.containingOneof == nil {
            writer.statement("\(c) =", "target.message(ifAny: \(value))")
        } else if field.hasPresence {
            writer.block("if let value = \(value)") { writer in
                writeCase(field, to: &writer)
                writer.line("\(c) = \(type.encoded("value"))")
            }
        } else {
            writer.statement("\(c) =", type.encoded(value))
        }
    }

    private func writeEncoding(_ oneof: OneofDescriptor, to writer: inout CodeWriter) {
        writer.line("switch self.\(SwiftNames.property(oneof.name)) {")
        for field in oneof.fields {
            writer.line("case .\(field.caseName)(let value):")
            writer.indented { writer in
                writeCase(field, to: &writer)
                writer.line("c.pointee.\(field.cName) = \(FieldType(field).encoded("value"))")
            }
        }
        writer.line("case nil: break")
        writer.line("}")
    }

    private func writeCase(_ field: FieldDescriptor, to writer: inout CodeWriter) {
        guard let oneof = field.containingOneof else { return }
        let name = CNames.oneof(named: oneof.name)
        writer.line("c.pointee.\(name)_case = .init(rawValue: \(field.number))")
    }
}
