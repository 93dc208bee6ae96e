internal import RollcallCrypto

/// A value other than a message, as JSON tells them apart.
enum Scalar {
    case double(Double)
    case float(Float)
    /// 32 bits: a number in JSON.
    case narrow(Int64)
    /// 64 bits: a string in JSON, because many readers of JSON round larger numbers.
    case signed(Int64)
    case unsigned(UInt64)
    case bool(Bool)
    case string(String)
    case bytes(ArraySlice<UInt8>)
    case `enum`(Int32)

    /// - Throws: when a text is not UTF-8, or the field is of a type that proto3 has not.
    init(_ value: WireField.Value, _ kind: FieldKind) throws(MappingError) {
        switch (kind, value) {
        case (.double, .fixed64(let bits)): self = .double(Double(bitPattern: bits))
        case (.float, .fixed32(let bits)): self = .float(Float(bitPattern: bits))
        case (.int64, .varint(let bits)), (.sfixed64, .fixed64(let bits)):
            self = .signed(Int64(bitPattern: bits))
        case (.uint64, .varint(let value)), (.fixed64, .fixed64(let value)):
            self = .unsigned(value)
        case (.sint64, .varint(let bits)):
            self = .signed(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1))
        case (.int32, .varint(let bits)):
            self = .narrow(Int64(Int32(truncatingIfNeeded: bits)))
        case (.uint32, .varint(let bits)):
            self = .narrow(Int64(UInt32(truncatingIfNeeded: bits)))
        case (.sint32, .varint(let bits)):
            let bits = UInt32(truncatingIfNeeded: bits)
            self = .narrow(Int64(Int32(bitPattern: bits >> 1) ^ -Int32(bitPattern: bits & 1)))
        case (.fixed32, .fixed32(let value)): self = .narrow(Int64(value))
        case (.sfixed32, .fixed32(let bits)): self = .narrow(Int64(Int32(bitPattern: bits)))
        case (.bool, .varint(let bits)): self = .bool(bits != 0)
        case (.enum, .varint(let bits)): self = .enum(Int32(truncatingIfNeeded: bits))
        case (.string, .bytes(let bytes)): self = .string(try bytes.text())
        case (.bytes, .bytes(let bytes)), (.message, .bytes(let bytes)): self = .bytes(bytes)
        default: throw MappingError("the field is of a type that is not supported")
        }
    }

    /// Whether a field without presence would not be on the wire.
    var isDefault: Bool {
        switch self {
        case .double(let value): value.bitPattern == 0
        case .float(let value): value.bitPattern == 0
        case .narrow(let value), .signed(let value): value == 0
        case .unsigned(let value): value == 0
        case .bool(let value): !value
        case .string(let value): value.isEmpty
        case .bytes(let value): value.isEmpty
        case .enum(let number): number == 0
        }
    }

    /// As the key of an object.
    var mapKey: String {
        switch self {
        case .narrow(let value), .signed(let value): value.description
        case .unsigned(let value): value.description
        case .bool(let value): value.description
        case .string(let value): value
        case .double, .float, .bytes, .enum: ""
        }
    }

    /// - Parameter names: the names of an enum's numbers. A number without one is written as it is.
    func write(to writer: inout JSONWriter, _ names: EnumDescriptor?) {
        switch self {
        case .double(let value): writer.number(value, "\(value)")
        case .float(let value): writer.number(value, "\(value)")
        case .narrow(let value): writer.literal(value.description)
        case .signed, .unsigned: writer.string(mapKey)
        case .bool(let value): writer.literal(value.description)
        case .string(let value): writer.string(value)
        case .bytes(let value): writer.string(Base64.standard.padded(value))
        case .enum(let number):
            if let name = names?.name(of: number) {
                writer.string(name)
            } else {
                writer.literal("\(number)")
            }
        }
    }
}

extension JSONWriter {
    /// - Parameter text: the shortest digits that read back as the same value.
    fileprivate mutating func number(_ value: some BinaryFloatingPoint, _ text: String) {
        if value.isFinite { return literal(text) }
        string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
}
