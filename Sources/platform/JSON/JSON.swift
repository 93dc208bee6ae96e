/// A JSON value (RFC 8259) whose numbers are integers.
package enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Int64)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Nil for a value of another kind.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// Nil for a value of another kind.
    package var integer: Int64? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The members of an object that has texts alone; nil for any other value.
    package var texts: [String: String]? {
        guard case .object(let members) = self else { return nil }
        let texts = members.compactMapValues(\.text)
        return texts.count == members.count ? texts : nil
    }
}

// MARK: - Writing

extension JSON {
    /// One line, the keys in alphabetical order. Hidden characters stand as `\u` escapes, as the
    /// line may be read on a terminal.
    package func line() -> String {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.literal("null")
        case .bool(let value): writer.literal(String(value))
        case .number(let value): writer.literal(String(value))
        case .string(let value): writer.string(value)
        case .array(let values):
            writer.beginArray()
            for value in values { value.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                writer.key(key)
                value.write(to: &writer)
            }
            writer.endObject()
        }
    }

    /// The same for a file: each member on a line of its own.
    package func page(indent: String = "") -> String {
        let inner = indent + "  "
        let (lines, brackets): ([String], String)
        switch self {
        case .array(let values) where !values.isEmpty:
            (lines, brackets) = (values.map { $0.page(indent: inner) }, "[]")
        case .object(let members) where !members.isEmpty:
            let sorted = members.sorted { $0.key < $1.key }
            lines = sorted.map { "\(JSON.string($0).line()): \($1.page(indent: inner))" }
            brackets = "{}"
        default: return line()
        }
        let body = lines.map { inner + $0 }.joined(separator: ",\n")
        return "\(brackets.prefix(1))\n\(body)\n\(indent)\(brackets.suffix(1))"
    }
}

// MARK: - Reading

extension JSON {
    /// - Parameter keepsNumbers: whether a number that is not an integer in its shortest form is
    ///   read as its text, instead of refused.
    /// - Throws: for what is no JSON, nests deeper than `MappingLimits.depth`, has a key twice, or
    ///   a number that is not an integer in its shortest form.
    package init(_ text: [UInt8], keepsNumbers: Bool = false) throws(MappingError) {
        var scanner = try JSONScanner(text)
        self = try scanner.value(depth: MappingLimits.depth, keepsNumbers)
        try scanner.end()
    }
}

extension JSONScanner {
    fileprivate mutating func value(
        depth: Int, _ keepsNumbers: Bool
    ) throws(MappingError) -> JSON {
        guard depth > 0 else { throw MappingError("the JSON text nests too deep") }
        var isFirst = true
        switch try kind() {
        case .null:
            try null()
            return .null
        case .bool: return .bool(try bool())
        case .string: return .string(try string())
        case .number:
            let text = try number()
            guard let value = Int64(text), String(value) == text else {
                if keepsNumbers { return .string(text) }
                throw MappingError("\(text) is not an integer")
            }
            return .number(value)
        case .array:
            var values: [JSON] = []
            try beginArray()
            while try element(isFirst: &isFirst) {
                values.append(try value(depth: depth - 1, keepsNumbers))
            }
            return .array(values)
        case .object:
            var members: [String: JSON] = [:]
            try beginObject()
            while let key = try key(isFirst: &isFirst) {
                let value = try value(depth: depth - 1, keepsNumbers)
                guard members.updateValue(value, forKey: key) == nil else {
                    throw MappingError("\(JSON.string(key).line()) is there twice")
                }
            }
            return .object(members)
        }
    }
}
