/// Writes encoded messages as JSON (https://protobuf.dev/programming-guides/json).
struct MessagePrinter {
    let pool: DescriptorPool
    /// Whether sensitive fields show `<redacted>` in place of what they hold.
    let isRedacted: Bool
    private(set) var writer = JSONWriter()

    init(pool: DescriptorPool, isRedacted: Bool) {
        self.pool = pool
        self.isRedacted = isRedacted
    }

    mutating func print(
        _ bytes: ArraySlice<UInt8>, as type: MessageDescriptor, depth: Int = 0
    ) throws(MappingError) {
        guard depth <= MappingLimits.depth else {
            throw MappingError("messages are nested deeper than \(MappingLimits.depth)")
        }
        let positions = try FieldPositions(of: bytes, as: type)
        writer.beginObject()
        for field in type.fields where positions.contains(field) {
            try inside(field.jsonName) { () throws(MappingError) in
                try print(field, at: positions, depth)
            }
        }
        writer.endObject()
    }

    private mutating func print(
        _ field: FieldDescriptor, at positions: FieldPositions, _ depth: Int
    ) throws(MappingError) {
        if field.isRepeated {
            if isRedacted && field.isSensitive { return redact(field) }
            if field.kind == .message, case let entry = try pool.type(field.typeName),
                entry.isMapEntry
            {
                return try printMap(field, entry, at: positions, depth)
            }
            return try printList(field, at: positions, depth)
        }
        guard let value = try positions.value(field) else { return }
        let isDefault = try value.isDefault(field.kind)
        guard field.hasPresence || !isDefault else { return }
        if isRedacted && field.isSensitive { return redact(field) }
        writer.key(field.jsonName)
        try print(value, of: field, depth)
    }

    private mutating func redact(_ field: FieldDescriptor) {
        writer.key(field.jsonName)
        writer.string("<redacted>")
    }

    private mutating func print(
        _ value: WireField.Value, of field: FieldDescriptor, _ depth: Int
    ) throws(MappingError) {
        if case .bytes(let bytes) = value, field.kind == .message {
            try print(bytes, as: pool.type(field.typeName), depth: depth + 1)
        } else {
            let names = field.kind == .enum ? try pool.enumeration(field.typeName) : nil
            try Scalar(value, field.kind).write(to: &writer, names)
        }
    }
}

// MARK: - Lists

extension MessagePrinter {
    private mutating func printList(
        _ field: FieldDescriptor, at positions: FieldPositions, _ depth: Int
    ) throws(MappingError) {
        var count = 0
        try positions.forEach(field) { (value) throws(MappingError) in
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
            writer.key(field.jsonName)
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
        _ field: FieldDescriptor, _ entry: MessageDescriptor, at positions: FieldPositions,
        _ depth: Int
    ) throws(MappingError) {
        guard let keyField = entry.field(1), let valueField = entry.field(2) else {
            throw MappingError("\(entry.name) is not the entry of a map")
        }
        // Of two entries with the same key the later counts.
        var keys: [String] = []
        var values: [String: WireField.Value] = [:]
        try positions.forEach(field) { (found) throws(MappingError) in
            guard case .bytes(let bytes) = found else { return }
            let members = try FieldPositions(of: bytes, as: entry)
            let key = try Scalar(members.value(keyField) ?? .zero(keyField), keyField.kind).mapKey
            let value = try members.value(valueField) ?? .zero(valueField)
            if values.updateValue(value, forKey: key) == nil { keys.append(key) }
        }
        writer.key(field.jsonName)
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
