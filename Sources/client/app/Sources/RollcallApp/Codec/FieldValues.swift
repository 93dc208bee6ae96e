import Foundation

/// The numbers that protobuf writes as varints.
protocol VarintValue: FieldValue, Equatable {
    init(varint: UInt64)
    var varint: UInt64 { get }
}

extension VarintValue {
    static var kind: FieldKind { .varint }
    var isDefault: Bool { varint == 0 }
    func write(to writer: inout ProtoWriter) { writer.append(varint: varint) }
    mutating func read(from reader: inout ProtoReader) throws(CodecError) {
        self = Self(varint: try reader.varint())
    }
}

extension Bool: VarintValue {
    init(varint: UInt64) { self = varint != 0 }
    var varint: UInt64 { self ? 1 : 0 }
}

// Numbers keep their low bits; negative ones have the sign in all 64.
extension FixedWidthInteger where Self: VarintValue {
    init(varint: UInt64) { self.init(truncatingIfNeeded: varint) }
    var varint: UInt64 { UInt64(truncatingIfNeeded: self) }
}
extension Int32: VarintValue {}
extension Int64: VarintValue {}
extension UInt32: VarintValue {}
extension UInt64: VarintValue {}

extension OpenEnum {
    static var kind: FieldKind { .varint }
    init() { self.init(rawValue: 0) }
    var isDefault: Bool { rawValue == 0 }
    func write(to writer: inout ProtoWriter) { rawValue.write(to: &writer) }
    mutating func read(from reader: inout ProtoReader) throws(CodecError) {
        self = Self(rawValue: Int32(varint: try reader.varint()))
    }
}

/// A number of eight bytes, the lowest first.
struct Fixed64: FieldValue {
    var number: UInt64 = 0

    static var kind: FieldKind { .fixed64 }
    var isDefault: Bool { number == 0 }
    func write(to writer: inout ProtoWriter) {
        for shift in stride(from: 0, to: 64, by: 8) {
            writer.bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
    mutating func read(from reader: inout ProtoReader) throws(CodecError) {
        number = try reader.take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension String: FieldValue {
    static var kind: FieldKind { .lengthDelimited }
    var isDefault: Bool { isEmpty }
    func write(to writer: inout ProtoWriter) { writer.append(utf8) }
    mutating func read(from reader: inout ProtoReader) throws(CodecError) {
        let bytes = try reader.take(try reader.length())
        // What is not UTF-8 is repaired, and then has other bytes.
        self = String(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes), !bytes.contains(0), !hasTooManyMarks else {
            throw .textMalformed
        }
    }

    /// Whether there are more marks upon one character than in any text of the contract. Swift
    /// compares and hashes them in quadratic time: a megabyte would take minutes.
    private var hasTooManyMarks: Bool {
        var marks = 0
        for scalar in unicodeScalars {
            let isMark =
                scalar.value >= 0x300
                && scalar.properties.canonicalCombiningClass != .notReordered
            marks = isMark ? marks + 1 : 0
            if marks > 1_000 { return true }
        }
        return false
    }
}

extension Data: FieldValue {
    static var kind: FieldKind { .lengthDelimited }
    var isDefault: Bool { isEmpty }
    func write(to writer: inout ProtoWriter) { writer.append(self) }
    mutating func read(from reader: inout ProtoReader) throws(CodecError) {
        self = Data(try reader.take(try reader.length()))
    }
}
