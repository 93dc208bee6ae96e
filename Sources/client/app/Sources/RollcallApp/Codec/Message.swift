import Foundation

/// A message of the contract, in protobuf's binary form.
///
/// Generated code has one function for each message, which shows its fields to a visitor. Writing,
/// reading and whatever tests do are visitors.
protocol Message: FieldValue, Sendable, Equatable {
    /// Shows each field to the visitor, in the order of the numbers.
    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError)
}

/// What is done to each field of a message.
protocol FieldVisitor {
    /// A field that is not written when it has its default.
    mutating func value<Value: FieldValue>(
        _ number: Int, _ value: inout Value) throws(CodecError)

    /// A field that may be absent.
    mutating func optional<Value: FieldValue>(
        _ number: Int, _ value: inout Value?) throws(CodecError)

    mutating func list<Value: FieldValue>(
        _ number: Int, _ values: inout [Value]) throws(CodecError)

    /// A field of a oneof.
    ///
    /// - Parameter value: nil unless the choice is this field.
    mutating func choice<Choice, Value: FieldValue>(
        _ number: Int, _ choice: inout Choice?, _ make: (Value) -> Choice,
        _ value: (Choice) -> Value?
    ) throws(CodecError)
}

extension FieldVisitor {
    /// A number of eight bytes.
    mutating func fixed(_ number: Int, _ value: inout UInt64) throws(CodecError) {
        var fixed = Fixed64(number: value)
        try self.value(number, &fixed)
        value = fixed.number
    }
}

/// Bytes that are not what they should be, or reach a limit.
enum CodecError: Error, Equatable {
    /// The bytes end within a field.
    case truncated
    /// A number has more than ten bytes.
    case numberTooLong
    /// A field has no number, or a kind that does not exist; or a group does not end.
    case tagMalformed
    /// A text is not UTF-8, contains a NUL, or has more than 1,000 marks upon one character: the
    /// contract allows none of these.
    case textMalformed
    /// Messages or groups are nested deeper than `ProtoReader.longestNesting`.
    case tooDeep
    /// The lists of a message have more than `ProtoReader.mostEntries` entries in all.
    case tooManyEntries
}

/// A text, a number, a message: the value of a field.
protocol FieldValue {
    /// The default.
    init()
    var isDefault: Bool { get }
    static var kind: FieldKind { get }

    /// Writes what is behind the tag.
    func write(to writer: inout ProtoWriter)
    /// Reads what is behind the tag. A message keeps what the bytes do not name.
    mutating func read(from reader: inout ProtoReader) throws(CodecError)
}

/// Protobuf's wire types.
enum FieldKind: UInt64 {
    case varint = 0
    case fixed64
    case lengthDelimited
    case groupStart
    case groupEnd
    case fixed32

    /// Whether lists of it are written as one field.
    var isPacked: Bool { self == .varint || self == .fixed64 }
}

extension Message {
    static var kind: FieldKind { .lengthDelimited }
    var isDefault: Bool { false }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {}

    func write(to writer: inout ProtoWriter) { writer.append(encoded()) }

    mutating func read(from reader: inout ProtoReader) throws(CodecError) {
        try reader.readMessage(&self)
    }

    /// - Throws: `CodecError`.
    init(decoding bytes: some Sequence<UInt8>) throws(CodecError) {
        self.init()
        var reader = ProtoReader(Array(bytes))
        try reader.readFields(of: &self)
    }

    func encoded() -> [UInt8] {
        var (writer, message) = (ProtoWriter(), self)
        // Writing throws nothing.
        try? message.visit(&writer)
        return writer.bytes
    }
}

/// Hides what may be a secret or personal in descriptions, such as those in logs.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
}

extension Redacted {
    public var description: String { "\(Self.self)(<redacted>)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A number of the contract with a name. Numbers that this version does not name are kept.
protocol OpenEnum: RawRepresentable, Hashable, Sendable, Codable, FieldValue
where RawValue == Int32 {
    init(rawValue: Int32)
}
