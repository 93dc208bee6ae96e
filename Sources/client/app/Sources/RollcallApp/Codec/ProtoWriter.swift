/// Writes fields.
struct ProtoWriter: FieldVisitor {
    var bytes: [UInt8] = []

    mutating func value<Value: FieldValue>(_ number: Int, _ value: inout Value) {
        if !value.isDefault { write(number, value) }
    }

    mutating func optional<Value: FieldValue>(_ number: Int, _ value: inout Value?) {
        if let value { write(number, value) }
    }

    mutating func list<Value: FieldValue>(_ number: Int, _ values: inout [Value]) {
        guard Value.kind.isPacked else {
            for value in values { write(number, value) }
            return
        }
        guard !values.isEmpty else { return }
        var packed = ProtoWriter()
        for value in values { value.write(to: &packed) }
        append(tag: number, .lengthDelimited)
        append(packed.bytes)
    }

    mutating func choice<Choice, Value: FieldValue>(
        _ number: Int, _ choice: inout Choice?, _ make: (Value) -> Choice,
        _ value: (Choice) -> Value?
    ) {
        if let value = choice.flatMap(value) { write(number, value) }
    }

    mutating func append(varint: UInt64) {
        var rest = varint
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes bytes behind their length.
    mutating func append(_ content: some Collection<UInt8>) {
        append(varint: UInt64(content.count))
        bytes += content
    }

    private mutating func append(tag number: Int, _ kind: FieldKind) {
        append(varint: UInt64(number) << 3 | kind.rawValue)
    }

    private mutating func write<Value: FieldValue>(_ number: Int, _ value: Value) {
        append(tag: number, Value.kind)
        value.write(to: &self)
    }
}
