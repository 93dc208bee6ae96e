/// Writes encoded messages as JSON (https://protobuf.dev/programming-guides/json).
struct MessagePrinter {
    let pool: DescriptorPool
    /// Whether sensitive fields show `<redacted>` in place of what they hold.
    let isRedacted: Bool
    private(set) var writer: JSONWriter

    /// - Parameter size: the bytes of the message.
    init(pool: DescriptorPool, isRedacted: Bool, size: Int) {
        (self.pool, self.isRedacted) = (pool, isRedacted)
        // Names take about as much as what they name.
        writer = JSONWriter(capacity: 2 * size)
    }

    mutating func print(
        _ bytes: ArraySlice<UInt8>, as type: MessageDescriptor, depth: Int = 0
    ) throws(MappingError) {
        guard depth <= MappingLimits.depth else {
            throw MappingError("messages are nested deeper than \(MappingLimits.depth)")
        }
        let positions = try FieldPositions(of: bytes, as: type)
        writer.beginObject()
        try positions.forEach { (field, place) throws(MappingError) in
            try inside(field.jsonName) { () throws(MappingError) in
                try print(field, in: place, of: positions, depth)
            }
        }
        writer.endObject()
    }

    private mutating func print(
        _ field: FieldDescriptor, in place: Range<Int>, of positions: FieldPositions, _ depth: Int
    ) throws(MappingError) {
        if field.isRepeated {
            if isRedacted && field.isSensitive { return redact(field) }
            if field.kind == .message, case let entry = try pool.type(of: field),
                entry.isMapEntry
            {
                return try printMap(field, entry, in: place, of: positions, depth)
            }
            return try printList(field, in: place, of: positions, depth)
        }
        guard let value = try positions.value(of: field, in: place) else { return }
        let isDefault = try value.isDefault(field.kind)
        guard field.hasPresence || !isDefault else { return }
        if isRedacted && field.isSensitive { return redact(field) }
        writer.key(quoted: field.quotedName)
        try print(value, of: field, depth)
    }

    private mutating func redact(_ field: FieldDescriptor) {
        writer.key(quoted: field.quotedName)
        writer.string("<redacted>")
    }

    private mutating func print(
        _ value: WireField.Value, of field: FieldDescriptor, _ depth: Int
    ) throws(MappingError) {
        if case .bytes(let bytes) = value, field.kind == .message {
            try print(bytes, as: pool.type(of: field), depth: depth + 1)
        } else if case .bytes(let text) = value, field.kind == .string, writer.plain(text) {
            return
        } else {
            let names = field.kind == .enum ? try pool.enumeration(of: field) : nil
            try Scalar(value, field.kind).write(to: &writer, names)
        }
    }
}

// MARK: - Lists

extension MessagePrinter {
    private mutating func printList(
        _ field: FieldDescriptor, in place: Range<Int>, of positions: FieldPositions, _ depth: Int
    ) throws(MappingError) {
        var count = 0
        try positions.forEach(in: place) { (value) throws(MappingError) in
            guard case .bytes(let run) = value, field.kind.canBePacked else {
                try printElement(value, of: field, &count, depth)
                return
            }
            var reader = WireReader(run)
            while !reader.isAtEnd {
                try printElement(reader.value(field.kind), of: field, &count, depth)
            }
        }
        if count > 0 { writer.endArray() }
    }

    /// The first element opens the list: one without elements is not shown.
    private mutating func printElement(
        _ value: WireField.Value, of field: FieldDescriptor, _ index: inout Int, _ depth: Int
    ) throws(MappingError) {
        if index == 0 {
            writer.key(quoted: field.quotedName)
            writer.beginArray()
        }
        try inside("[\(index)]") { () throws(MappingError) in
            try print(value, of: field, depth)
        }
        index += 1
    }
}

extension WireReader {
    /// One number of a packed run.
    fileprivate mutating func value(_ kind: FieldKind) throws(MappingError) -> WireField.Value {
        switch kind.wireType {
        case 1: .fixed64(try fixed(UInt64.self))
        case 5: .fixed32(try fixed(UInt32.self))
        default: .varint(try varint())
        }
    }
}

// MARK: - Maps

extension MessagePrinter {
    private mutating func printMap(
        _ field: FieldDescriptor, _ entry: MessageDescriptor, in place: Range<Int>,
        of positions: FieldPositions, _ depth: Int
    ) throws(MappingError) {
        guard let keyField = entry.field(1), let valueField = entry.field(2) else {
            throw MappingError("\(entry.name) is not the entry of a map")
        }
        // Of two entries with the same key the later counts.
        var keys: [String] = []
        var values: [String: WireField.Value] = [:]
        try positions.forEach(in: place) { (found) throws(MappingError) in
            guard case .bytes(let bytes) = found else { return }
            let members = try FieldPositions(of: bytes, as: entry)
            let key = try Scalar(members.value(of: keyField) ?? .zero(keyField), keyField.kind)
                .mapKey
            let value = try members.value(of: valueField) ?? .zero(valueField)
            if values.updateValue(value, forKey: key) == nil { keys.append(key) }
        }
        writer.key(quoted: field.quotedName)
        writer.beginObject()
        for key in keys {
            guard let value = values[key] else { continue }
            writer.key(key)
            try inside("[\(key)]") { () throws(MappingError) in
                try print(value, of: valueField, depth)
            }
        }
        writer.endObject()
    }
}

extension WireField.Value {
    /// Whether a field without presence would not be on the wire.
    fileprivate func isDefault(_ kind: FieldKind) throws(MappingError) -> Bool {
        if case .bytes(let bytes) = self { bytes.isEmpty } else { try Scalar(self, kind).isDefault }
    }

    /// What a field holds that is not there.
    fileprivate static func zero(_ field: FieldDescriptor) -> WireField.Value {
        switch field.kind.wireType {
        case 0: .varint(0)
        case 1: .fixed64(0)
        case 5: .fixed32(0)
        default: .bytes([])
        }
    }
}
