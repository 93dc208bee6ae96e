import RollcallBasics

/// Reads the fields of an encoded message one after the other, whatever the bytes are.
struct WireReader {
    private let bytes: ArraySlice<UInt8>
    /// The index of the next field in `bytes`.
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.init(bytes, at: bytes.startIndex)
    }

    /// - Parameter position: where a field begins.
    init(_ bytes: ArraySlice<UInt8>, at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// The next field, nil at the end. Groups, which proto3 has not, are passed over.
    mutating func next() throws(MappingError) -> WireField? {
        while position < bytes.endIndex {
            let (number, type) = try tag()
            if let value = try value(type) { return WireField(number: number, value: value) }
            try passOver(group: number, type)
        }
        return nil
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func varint() throws(MappingError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64 {
            guard position < bytes.endIndex else { throw Self.malformed }
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            guard byte & 0x80 != 0 else { return value }
            shift += 7
        }
        throw Self.malformed
    }

    mutating func fixed<Value: FixedWidthInteger>(_ type: Value.Type) throws(MappingError) -> Value
    {
        let end = try advance(MemoryLayout<Value>.size)
        return Value(bigEndianBytes: bytes[end.lowerBound..<end.upperBound].reversed())
    }
}

extension WireReader {
    static let malformed = MappingError("the bytes are not a message")

    private mutating func tag() throws(MappingError) -> (number: Int, type: UInt64) {
        let tag = try varint()
        guard tag >> 3 >= 1, tag <= UInt32.max else { throw Self.malformed }
        return (Int(tag >> 3), tag & 7)
    }

    /// Nil when a group begins or ends.
    private mutating func value(_ type: UInt64) throws(MappingError) -> WireField.Value? {
        switch type {
        case 0: return .varint(try varint())
        case 1: return .fixed64(try fixed(UInt64.self))
        case 2:
            let length = try varint()
            guard let count = Int(exactly: length) else { throw Self.malformed }
            return .bytes(bytes[try advance(count)])
        case 3, 4: return nil
        case 5: return .fixed32(try fixed(UInt32.self))
        default: throw Self.malformed
        }
    }

    private mutating func advance(_ count: Int) throws(MappingError) -> Range<Int> {
        guard count <= bytes.endIndex - position else { throw Self.malformed }
        defer { position += count }
        return position..<(position + count)
    }

    /// Passes over a group that has begun, and those within, without recursion.
    private mutating func passOver(group number: Int, _ type: UInt64) throws(MappingError) {
        guard type == 3 else { throw Self.malformed }
        var open = [number]
        while let innermost = open.last {
            guard position < bytes.endIndex, open.count <= MappingLimits.depth else {
                throw Self.malformed
            }
            let (number, type) = try tag()
            guard try value(type) == nil else { continue }
            if type == 3 {
                open.append(number)
            } else if number == innermost {
                open.removeLast()
            } else {
                throw Self.malformed
            }
        }
    }
}
