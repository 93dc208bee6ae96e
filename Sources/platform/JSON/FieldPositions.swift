/// Where the fields of an encoded message are, in the order of their numbers, as far as they count:
/// of a field that holds one value the last, of a oneof the last of its fields.
///
/// A position takes 8 bytes, however small the field is.
struct FieldPositions {
    private let bytes: ArraySlice<UInt8>
    private let type: MessageDescriptor
    /// The index of a field in its type, and in the lower half a position. In ascending order.
    private var found: [UInt64] = []

    init(of bytes: ArraySlice<UInt8>, as type: MessageDescriptor) throws(MappingError) {
        (self.bytes, self.type) = (bytes, type)
        var isInOrder = true
        // Of each oneof, the last field's index above the position at which it replaced another.
        var chosen: [Int: UInt64] = [:]
        var reader = WireReader(bytes)
        var position = reader.position
        while let next = try reader.next() {
            defer { position = reader.position }
            guard let index = type.index(of: next.number), type.fields[index].takes(next.value)
            else { continue }
            let entry = UInt64(index) << 32 | UInt64(UInt32(truncatingIfNeeded: position))
            if let oneof = type.fields[index].oneof, chosen[oneof].map(Self.index) != index {
                chosen[oneof] = entry
            }
            if let last = found.last, last > entry { isInOrder = false }
            found.append(entry)
        }
        if !isInOrder { found.sort() }
        guard !chosen.isEmpty else { return }
        found.removeAll { entry in
            guard let oneof = type.fields[Self.index(entry)].oneof, let first = chosen[oneof]
            else { return false }
            return entry < first || Self.index(entry) != Self.index(first)
        }
    }

    private static func index(_ entry: UInt64) -> Int { Int(entry >> 32) }

    /// The fields that are there, each with the place of its values.
    func forEach(
        _ body: (FieldDescriptor, Range<Int>) throws(MappingError) -> Void
    ) throws(MappingError) {
        var start = 0
        while start < found.count {
            let index = Self.index(found[start])
            var end = start + 1
            while end < found.count, Self.index(found[end]) == index { end += 1 }
            try body(type.fields[index], start..<end)
            start = end
        }
    }

    /// The values at a place, in order; of packed numbers a run at a time.
    func forEach(
        in place: Range<Int>, _ body: (WireField.Value) throws(MappingError) -> Void
    ) throws(MappingError) {
        for entry in found[place] {
            var reader = WireReader(bytes, at: Int(truncatingIfNeeded: entry & 0xFFFF_FFFF))
            if let found = try reader.next() { try body(found.value) }
        }
    }

    /// The one value of a field that is not repeated. A message that was sent in parts is their
    /// concatenation: that is how protobuf merges.
    func value(
        of field: FieldDescriptor, in place: Range<Int>
    ) throws(MappingError) -> WireField.Value? {
        let place = field.kind == .message ? place : place.suffix(1)
        var value: WireField.Value?
        try forEach(in: place) { (next) throws(MappingError) in
            if case .bytes(let first)? = value, case .bytes(let more) = next {
                value = .bytes(first + more)
            } else {
                value = next
            }
        }
        return value
    }

    /// The one value of a field that is not repeated; nil if it is not there.
    func value(of field: FieldDescriptor) throws(MappingError) -> WireField.Value? {
        var value: WireField.Value?
        try forEach { (other, place) throws(MappingError) in
            if other === field { value = try self.value(of: field, in: place) }
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
