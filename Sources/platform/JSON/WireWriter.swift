/// Writes an encoded message.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func tag(_ number: Int, _ type: UInt64) {
        varint(UInt64(number) << 3 | type)
    }

    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func fixed<Value: FixedWidthInteger>(_ value: Value) {
        for index in 0..<MemoryLayout<Value>.size {
            bytes.append(UInt8(truncatingIfNeeded: value >> Value(8 * index)))
        }
    }

    mutating func append(_ encoded: [UInt8]) {
        bytes += encoded
    }

    mutating func delimited(_ content: some Collection<UInt8>) {
        varint(UInt64(content.count))
        bytes += content
    }
}
