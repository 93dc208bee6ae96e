internal import RollcallCrypto

extension JSONScanner {
    /// Reads one value of a type other than message and enum, and writes it without its tag.
    mutating func scalar(_ kind: FieldKind, to writer: inout WireWriter) throws(MappingError) {
        switch kind {
        case .double: writer.fixed(try floatingPoint(\.double, .nan, .infinity).bitPattern)
        case .float: writer.fixed(try floatingPoint(\.float, .nan, .infinity).bitPattern)
        case .bool: writer.varint(try boolean() ? 1 : 0)
        case .string: writer.delimited(try text().utf8)
        case .bytes: writer.delimited(try base64())
        case .message, .group, .enum:
            throw MappingError("the field is of a type that is not supported")
        default: try kind.write(numberText(), to: &writer)
        }
    }

    /// An integer: as a number or in a string, also as `1.0` or `1e3`.
    mutating func integer<Value: FixedWidthInteger>(
        _ type: Value.Type, _ name: String
    ) throws(MappingError) -> Value {
        try DecimalNumber(numberText()).checked(type, name)
    }

    /// A number as it is written, in a string or not.
    private mutating func numberText() throws(MappingError) -> String {
        switch try kind() {
        case .number: return try number()
        case .string:
            let text = try string()
            guard let number = Self.number(in: text) else {
                throw MappingError("\(JSONWriter.quoted(text)) is not a number")
            }
            return number
        default: throw MappingError("a number should be here")
        }
    }

    /// The number that a string holds and nothing else, nil for other strings.
    static func number(in text: String) -> String? {
        // A space in front would be passed over, and make the number shorter than the text.
        guard var scanner = try? JSONScanner(Array(text.utf8)),
            let number = try? scanner.number(), number.utf8.count == text.utf8.count
        else { return nil }
        return number
    }

    private mutating func floatingPoint<Value: BinaryFloatingPoint>(
        _ value: (DecimalNumber) -> Value?, _ nan: Value, _ infinity: Value
    ) throws(MappingError) -> Value {
        if try kind() == .string {
            // Not read yet: a copy looks what it is.
            var ahead = self
            let special: Value? =
                switch try ahead.string() {
                case "NaN": nan
                case "Infinity": infinity
                case "-Infinity": -infinity
                default: nil
                }
            if let special {
                self = ahead
                return special
            }
        }
        let text = try numberText()
        guard let value = value(DecimalNumber(text)) else {
            throw MappingError("\(text) is too large")
        }
        return value
    }

    private mutating func boolean() throws(MappingError) -> Bool {
        guard try kind() == .bool else { throw MappingError("true or false should be here") }
        return try bool()
    }

    private mutating func text() throws(MappingError) -> String {
        guard try kind() == .string else { throw MappingError("a string should be here") }
        return try string()
    }

    /// In either alphabet, with padding or without.
    private mutating func base64() throws(MappingError) -> [UInt8] {
        let digits = try text().utf8.map { digit -> UInt8 in
            switch digit {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: digit
            }
        }
        let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let text = String(decoding: digits.dropLast(padding), as: UTF8.self)
        guard padding == 0 || padding <= 2 && digits.count.isMultiple(of: 4),
            let bytes = Base64.standard.decode(text)
        else { throw MappingError("the bytes should be here in base64") }
        return bytes
    }
}

extension FieldKind {
    /// Writes an integer.
    fileprivate func write(
        _ text: String, to writer: inout WireWriter
    ) throws(MappingError) {
        let number = DecimalNumber(text)
        switch self {
        case .int32:
            writer.varint(UInt64(bitPattern: Int64(try number.checked(Int32.self, "an int32"))))
        case .int64: writer.varint(UInt64(bitPattern: try number.checked(Int64.self, "an int64")))
        case .uint32: writer.varint(UInt64(try number.checked(UInt32.self, "a uint32")))
        case .uint64: writer.varint(try number.checked(UInt64.self, "a uint64"))
        case .sint32:
            let value = try number.checked(Int32.self, "an int32")
            writer.varint(UInt64(UInt32(bitPattern: value << 1 ^ value >> 31)))
        case .sint64:
            let value = try number.checked(Int64.self, "an int64")
            writer.varint(UInt64(bitPattern: value << 1 ^ value >> 63))
        case .fixed32: writer.fixed(try number.checked(UInt32.self, "a uint32"))
        case .fixed64: writer.fixed(try number.checked(UInt64.self, "a uint64"))
        case .sfixed32:
            writer.fixed(UInt32(bitPattern: try number.checked(Int32.self, "an int32")))
        case .sfixed64:
            writer.fixed(UInt64(bitPattern: try number.checked(Int64.self, "an int64")))
        case .double, .float, .bool, .string, .group, .message, .bytes, .enum:
            throw MappingError("the field is of a type that is not supported")
        }
    }

    /// The value of a map's key, without its tag.
    func mapKey(_ key: String) throws(MappingError) -> [UInt8] {
        var writer = WireWriter()
        switch self {
        case .string: writer.delimited(key.utf8)
        case .bool:
            guard key == "true" || key == "false" else {
                throw MappingError("the key should be true or false")
            }
            writer.varint(key == "true" ? 1 : 0)
        default:
            guard let number = JSONScanner.number(in: key) else {
                throw MappingError("the key should be a number")
            }
            try write(number, to: &writer)
        }
        return writer.bytes
    }
}

extension DecimalNumber {
    fileprivate func checked<Value: FixedWidthInteger>(
        _ type: Value.Type, _ name: String
    ) throws(MappingError) -> Value {
        guard let value = integer(type) else { throw MappingError("\(self) is not \(name)") }
        return value
    }
}
