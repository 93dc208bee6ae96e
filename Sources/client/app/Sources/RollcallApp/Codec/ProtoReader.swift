/// Reads fields. The bytes are a stranger's: nothing is read beyond their end, and a short message
/// does not become a large value.
struct ProtoReader: FieldVisitor {
    /// The most messages and groups within one another.
    static let longestNesting = 32
    /// The most entries in all lists of a message together.
    static let mostEntries = 65_536
    private static let largestNumber: UInt64 = 0x1FFF_FFFF

    let bytes: [UInt8]
    private var position = 0
    /// Where the message that is being read ends.
    private var end: Int
    private var depth = 0
    private var entries = 0

    // The field whose tag was read.
    private var number = 0
    private var kind = FieldKind.varint
    private var isTaken = false

    init(_ bytes: [UInt8]) {
        (self.bytes, end) = (bytes, bytes.count)
    }

    /// Reads to the end of the message.
    mutating func readFields(of message: inout some Message) throws(CodecError) {
        while position < end {
            try readTag()
            try message.visit(&self)
            if !isTaken { try skip() }
        }
    }

    /// Reads a message behind its length.
    mutating func readMessage(_ message: inout some Message) throws(CodecError) {
        guard depth < Self.longestNesting else { throw .tooDeep }
        let (length, outer) = (try length(), end)
        end = position + length
        depth += 1
        try readFields(of: &message)
        depth -= 1
        (end, isTaken) = (outer, true)
    }

    /// Reads the next one of messages that follow one another, each behind its length.
    ///
    /// - Returns: nil at the end.
    mutating func next<Next: Message>(_ type: Next.Type) throws(CodecError) -> Next? {
        guard position < end else { return nil }
        var message = Next()
        entries = 0
        try readMessage(&message)
        return message
    }

    // MARK: Fields

    mutating func value<Value: FieldValue>(
        _ number: Int, _ value: inout Value
    ) throws(CodecError) {
        if takes(number, Value.kind) { try value.read(from: &self) }
    }

    mutating func optional<Value: FieldValue>(
        _ number: Int, _ value: inout Value?
    ) throws(CodecError) {
        guard takes(number, Value.kind) else { return }
        var read = value ?? Value()
        try read.read(from: &self)
        value = read
    }

    mutating func list<Value: FieldValue>(
        _ number: Int, _ values: inout [Value]
    ) throws(CodecError) {
        if takes(number, Value.kind) {
            try readEntry(&values)
        } else if Value.kind.isPacked, takes(number, .lengthDelimited) {
            let (length, outer) = (try length(), end)
            end = position + length
            while position < end { try readEntry(&values) }
            end = outer
        }
    }

    mutating func choice<Choice, Value: FieldValue>(
        _ number: Int, _ choice: inout Choice?, _ make: (Value) -> Choice,
        _ value: (Choice) -> Value?
    ) throws(CodecError) {
        guard takes(number, Value.kind) else { return }
        var read = choice.flatMap(value) ?? Value()
        try read.read(from: &self)
        choice = make(read)
    }

    /// Whether the field whose tag was read is this one, and was not read yet.
    private mutating func takes(_ number: Int, _ kind: FieldKind) -> Bool {
        guard !isTaken, number == self.number, kind == self.kind else { return false }
        isTaken = true
        return true
    }

    private mutating func readEntry<Value: FieldValue>(
        _ values: inout [Value]
    ) throws(CodecError) {
        entries += 1
        guard entries <= Self.mostEntries else { throw .tooManyEntries }
        var value = Value()
        try value.read(from: &self)
        values.append(value)
    }

    // MARK: Bytes

    mutating func varint() throws(CodecError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard position < end else { throw .truncated }
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .numberTooLong
    }

    /// A length that fits into the message.
    mutating func length() throws(CodecError) -> Int {
        let length = try varint()
        guard length <= UInt64(end - position) else { throw .truncated }
        return Int(length)
    }

    mutating func take(_ count: Int) throws(CodecError) -> ArraySlice<UInt8> {
        guard count <= end - position else { throw .truncated }
        defer { position += count }
        return bytes[position..<position + count]
    }

    private mutating func readTag() throws(CodecError) {
        let tag = try varint()
        guard let kind = FieldKind(rawValue: tag & 7), tag >> 3 > 0,
            tag >> 3 <= Self.largestNumber
        else { throw .tagMalformed }
        (number, self.kind, isTaken) = (Int(tag >> 3), kind, false)
    }

    /// Passes over a field that this version of the contract does not have.
    private mutating func skip() throws(CodecError) {
        switch kind {
        case .varint: _ = try varint()
        case .fixed64: _ = try take(8)
        case .fixed32: _ = try take(4)
        case .lengthDelimited: _ = try take(try length())
        case .groupStart: try skipGroup()
        case .groupEnd: throw .tagMalformed
        }
    }

    private mutating func skipGroup() throws(CodecError) {
        guard depth < Self.longestNesting else { throw .tooDeep }
        let group = number
        depth += 1
        try readTag()
        while kind != .groupEnd {
            try skip()
            try readTag()
        }
        guard number == group else { throw .tagMalformed }
        depth -= 1
    }
}
