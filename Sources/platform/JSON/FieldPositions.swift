/// Where the fields of an encoded message stand, by their numbers, as far as they count: of a field
/// that holds one value the last, of a oneof the last of its fields.
///
/// A position takes 4 bytes, however small the field is.
struct FieldPositions {
    private let bytes: ArraySlice<UInt8>
    private let type: MessageDescriptor
    /// By the index of the field in its type.
    private var positions: [[UInt32]]

    init(of bytes: ArraySlice<UInt8>, as type: MessageDescriptor) throws(MappingError) {
        self.bytes = bytes
        self.type = type
        positions = Array(repeating: [], count: type.fields.count)
        var lastOfOneof: [Int: Int] = [:]
        var reader = WireReader(bytes)
        var position = reader.position
        while let found = try reader.next() {
            defer { position = reader.position }
            guard let index = type.index(of: found.number), case let field = type.fields[index],
                field.takes(found.value)
            else { continue }
            if let oneof = field.oneof,
                let last = lastOfOneof.updateValue(index, forKey: oneof), last != index
            {
                positions[last] = []
            }
            if !field.isRepeated && field.kind != .message { positions[index] = [] }
            positions[index].append(UInt32(truncatingIfNeeded: position))
        }
    }

    func contains(_ field: FieldDescriptor) -> Bool { !positions(field).isEmpty }

    private func positions(_ field: FieldDescriptor) -> [UInt32] {
        type.index(of: field.number).map { positions[$0] } ?? []
    }

    /// The values of a field, in order; of packed numbers a run at a time.
    func forEach(
        _ field: FieldDescriptor, _ body: (WireField.Value) throws(MappingError) -> Void
    ) throws(MappingError) {
        for position in positions(field) {
            var reader = WireReader(bytes, at: Int(position))
            if let found = try reader.next() { try body(found.value) }
        }
    }

    /// The one value of a field that is not repeated. A message that was sent in parts is their
    /// concatenation: that is how protobuf merges.
    func value(_ field: FieldDescriptor) throws(MappingError) -> WireField.Value? {
        var value: WireField.Value?
        try forEach(field) { (next) throws(MappingError) in
            if case .bytes(let first)? = value, case .bytes(let more) = next {
                value = .bytes(first + more)
            } else {
                value = next
            }
        }
        return value
    }
}

extension FieldDescriptor {
    /// Whether a value is of the field's type; one that is not counts as an unknown field.
    fileprivate func takes(_ value: WireField.Value) -> Bool {
        switch value {
        case .varint: kind.wireType == 0
        case .fixed64: kind.wireType == 1
        case .fixed32: kind.wireType == 5
        case .bytes: kind.wireType == 2 || isRepeated && kind.canBePacked
        }
    }
}
