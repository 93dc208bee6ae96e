/// Reads JSON as encoded messages (https://protobuf.dev/programming-guides/json). It is strict, and
/// names the place of what it refuses.
struct MessageParser {
    let pool: DescriptorPool
    /// Whether fields that a type does not have are left out, instead of refused.
    private let ignoresUnknown: Bool
    private var scanner: JSONScanner

    init(
        _ text: [UInt8], pool: DescriptorPool, ignoresUnknown: Bool = false
    ) throws(MappingError) {
        self.scanner = try JSONScanner(text)
        self.ignoresUnknown = ignoresUnknown
        self.pool = pool
    }

    /// The whole text as one message.
    mutating func parse(as type: MessageDescriptor) throws(MappingError) -> [UInt8] {
        let message = try message(type, depth: 0)
        try scanner.end()
        return message
    }

    private mutating func message(
        _ type: MessageDescriptor, depth: Int
    ) throws(MappingError) -> [UInt8] {
        guard depth <= MappingLimits.depth else {
            throw MappingError("messages are nested deeper than \(MappingLimits.depth)")
        }
        var writer = WireWriter()
        var seen = SeenFields()
        var isFirst = true
        try scanner.beginObject()
        while let key = try scanner.key(isFirst: &isFirst) {
            guard let field = type.field(named: key) else {
                guard !ignoresUnknown else {
                    try scanner.skip(depth: depth)
                    continue
                }
                throw type.unknown.inside(JSONWriter.quoted(key))
            }
            try inside(field.jsonName) { () throws(MappingError) in
                let isNull = try scanner.kind() == .null
                try seen.add(field, isNull: isNull)
                if isNull { try scanner.null() } else { try member(field, &writer, depth) }
            }
        }
        return writer.bytes
    }

    private mutating func member(
        _ field: FieldDescriptor, _ writer: inout WireWriter, _ depth: Int
    ) throws(MappingError) {
        if field.kind == .message, field.isRepeated, case let entry = try pool.type(of: field),
            entry.isMapEntry
        {
            return try map(field, entry, &writer, depth)
        }
        if field.isRepeated { return try list(field, &writer, depth) }
        let value = try value(of: field, depth)
        // A field that is absent has the value zero: no bytes, or only zero bytes.
        guard field.hasPresence || value.contains(where: { $0 != 0 }) else { return }
        writer.field(field, value)
    }

    /// One value, without its tag.
    private mutating func value(
        of field: FieldDescriptor, _ depth: Int
    ) throws(MappingError) -> [UInt8] {
        var writer = WireWriter()
        switch field.kind {
        case .message:
            writer.delimited(try message(pool.type(of: field), depth: depth + 1))
        case .enum:
            writer.varint(try number(of: pool.enumeration(of: field)))
        default: try scanner.scalar(field.kind, to: &writer)
        }
        return writer.bytes
    }

    /// The number of an enum's value, from its name or from a number. The number may be unnamed.
    private mutating func number(of type: EnumDescriptor) throws(MappingError) -> UInt64 {
        guard try scanner.kind() == .string else {
            return UInt64(bitPattern: Int64(try scanner.integer(Int32.self, "an int32")))
        }
        let name = try scanner.string()
        guard let number = type.number(of: name) else {
            throw MappingError("\(type.name) has no value \(JSONWriter.quoted(name))")
        }
        return UInt64(bitPattern: Int64(number))
    }
}

// MARK: - Lists and maps

extension MessageParser {
    private mutating func list(
        _ field: FieldDescriptor, _ writer: inout WireWriter, _ depth: Int
    ) throws(MappingError) {
        var run: [UInt8] = []
        var index = 0
        var isFirst = true
        try scanner.beginArray()
        while try scanner.element(isFirst: &isFirst) {
            try inside("[\(index)]") { () throws(MappingError) in
                let value = try value(of: field, depth)
                if field.isPacked { run += value } else { writer.field(field, value) }
            }
            index += 1
        }
        guard !run.isEmpty else { return }
        writer.tag(field.number, 2)
        writer.delimited(run)
    }

    private mutating func map(
        _ field: FieldDescriptor, _ entry: MessageDescriptor, _ writer: inout WireWriter,
        _ depth: Int
    ) throws(MappingError) {
        guard let keyField = entry.field(1), let valueField = entry.field(2) else {
            throw MappingError("\(entry.name) is not the entry of a map")
        }
        var seen: Set<[UInt8]> = []
        var isFirst = true
        try scanner.beginObject()
        while let key = try scanner.key(isFirst: &isFirst) {
            try inside("[\(JSONWriter.quoted(key))]") { () throws(MappingError) in
                var bytes = WireWriter()
                bytes.field(keyField, try keyField.kind.mapKey(key))
                guard seen.insert(bytes.bytes).inserted else { throw MappingError.twice }
                bytes.field(valueField, try value(of: valueField, depth))
                writer.field(field, bytes.delimitedBytes)
            }
        }
    }
}

extension WireWriter {
    /// A field with its tag; `value` is one value without it.
    fileprivate mutating func field(_ field: FieldDescriptor, _ value: [UInt8]) {
        tag(field.number, field.kind.wireType)
        append(value)
    }

    /// The written bytes, with their length in front.
    fileprivate var delimitedBytes: [UInt8] {
        var writer = WireWriter()
        writer.delimited(bytes)
        return writer.bytes
    }
}

// MARK: - What was there already

/// The fields of one object that were read so far.
private struct SeenFields {
    private var numbers: [Int] = []
    /// The names of the oneof fields that were read, by oneof.
    private var chosen: [Int: String] = [:]

    mutating func add(_ field: FieldDescriptor, isNull: Bool) throws(MappingError) {
        guard !numbers.contains(field.number) else { throw MappingError.twice }
        numbers.append(field.number)
        guard let oneof = field.oneof, !isNull else { return }
        if let other = chosen.updateValue(field.jsonName, forKey: oneof) {
            throw MappingError("\(other) is there already, and there can be only one of them")
        }
    }
}

extension MappingError {
    fileprivate static let twice = MappingError("it is there twice")
}

extension MessageDescriptor {
    /// The error for a field that the type does not have.
    fileprivate var unknown: MappingError {
        let names = fields.prefix(32).map(\.jsonName).joined(separator: ", ")
        return MappingError(
            fields.isEmpty
                ? "\(name) has no fields" : "\(name) has no such field; it has \(names)")
    }
}

extension JSONWriter {
    /// A string of the input, made safe for a sentence.
    static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(String(text.unicodeScalars.prefix(128).map(Character.init)))
        return writer.text
    }
}
