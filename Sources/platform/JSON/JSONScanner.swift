import RollcallBasics

/// Reads a JSON text (RFC 8259) strictly, from beginning to end. The caller names what it expects
/// next. The scanner does not read ahead or keep anything.
///
/// It has no recursion: the caller bounds the depth.
struct JSONScanner {
    private let text: [UInt8]
    private var position = 0

    /// - Throws: if the text is not UTF-8 or too long.
    init(_ text: [UInt8]) throws(MappingError) {
        guard text.count <= MappingLimits.text else {
            throw MappingError("the JSON text is longer than \(MappingLimits.text) bytes")
        }
        guard (try? UTF8Span(validating: text.span)) != nil else {
            throw MappingError("the JSON text is not UTF-8")
        }
        self.text = text
    }

    enum Kind {
        case object, array, string, number, bool, null
    }

    /// The kind of the next value, which is not read yet.
    mutating func kind() throws(MappingError) -> Kind {
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: throw unexpected("a value")
        }
    }

    mutating func beginObject() throws(MappingError) { try expect("{", "an object") }

    mutating func beginArray() throws(MappingError) { try expect("[", "an array") }

    /// The next key of an object; nil after its last member.
    mutating func key(isFirst: inout Bool) throws(MappingError) -> String? {
        guard try goesOn(until: "}", isFirst: &isFirst) else { return nil }
        let key = try string()
        try expect(":", "a colon")
        return key
    }

    /// Whether there is another element before the end of an array.
    mutating func element(isFirst: inout Bool) throws(MappingError) -> Bool {
        try goesOn(until: "]", isFirst: &isFirst)
    }

    private mutating func goesOn(
        until end: Unicode.Scalar, isFirst: inout Bool
    ) throws(MappingError) -> Bool {
        skipSpace()
        if byte == UInt8(ascii: end) {
            position += 1
            return false
        }
        if !isFirst { try expect(",", "a comma or \(end)") }
        isFirst = false
        return true
    }

    mutating func bool() throws(MappingError) -> Bool {
        skipSpace()
        let value = byte == UInt8(ascii: "t")
        try word(value ? "true" : "false")
        return value
    }

    mutating func null() throws(MappingError) { try word("null") }

    /// - Throws: if there is text after the value.
    mutating func end() throws(MappingError) {
        skipSpace()
        guard byte == nil else { throw unexpected("the end of the text") }
    }
}

extension JSONScanner {
    /// Reads any value, and drops it.
    ///
    /// - Parameter depth: of the value.
    mutating func skip(depth: Int) throws(MappingError) {
        guard depth <= MappingLimits.depth else {
            throw MappingError("values are nested deeper than \(MappingLimits.depth)")
        }
        var isFirst = true
        switch try kind() {
        case .object:
            try beginObject()
            while try key(isFirst: &isFirst) != nil { try skip(depth: depth + 1) }
        case .array:
            try beginArray()
            while try element(isFirst: &isFirst) { try skip(depth: depth + 1) }
        case .string: _ = try string()
        case .number: _ = try number()
        case .bool: _ = try bool()
        case .null: try null()
        }
    }
}

// MARK: - Numbers

extension JSONScanner {
    /// A number, as in the text.
    mutating func number() throws(MappingError) -> String {
        skipSpace()
        let start = position
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if byte == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        guard position - start <= MappingLimits.number else {
            throw MappingError("a number has more than \(MappingLimits.number) characters")
        }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(MappingError) {
        let start = position
        while let byte, byte.isASCIIDigit { position += 1 }
        guard position > start else { throw unexpected("a digit") }
    }
}

// MARK: - Strings

extension JSONScanner {
    mutating func string() throws(MappingError) -> String {
        try expect("\"", "a string")
        let start = position
        while let byte, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            position += 1
        }
        var bytes = text[start..<position]
        while let byte, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw unexpected("a control character as an escape") }
            position += 1
            if byte == UInt8(ascii: "\\") {
                bytes += String(try escaped()).utf8
            } else {
                bytes.append(byte)
            }
        }
        try expect("\"", "the end of a string")
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func escaped() throws(MappingError) -> Unicode.Scalar {
        guard let byte else { throw unexpected("an escape") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw MappingError("`\\\(Unicode.Scalar(byte))` is not an escape")
        }
    }

    /// Four digits. For a surrogate pair, also the second four.
    private mutating func unicodeEscape() throws(MappingError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), byte == UInt8(ascii: "\\") else {
            throw Self.loneSurrogate
        }
        position += 1
        guard byte == UInt8(ascii: "u") else { throw Self.loneSurrogate }
        position += 1
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw Self.loneSurrogate }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func codeUnit() throws(MappingError) -> UInt16 {
        let digits = text[position..<min(position + 4, text.count)]
        let isHex = digits.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
        guard digits.count == 4, isHex,
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw unexpected("four hexadecimal digits") }
        position += 4
        return unit
    }

    private static let loneSurrogate = MappingError("half of a surrogate pair is no character")
}

// MARK: - Bytes

extension JSONScanner {
    /// The next byte; nil at the end.
    private var byte: UInt8? { position < text.count ? text[position] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    private mutating func expect(
        _ character: Unicode.Scalar, _ what: String
    ) throws(MappingError) {
        skipSpace()
        guard byte == UInt8(ascii: character) else { throw unexpected(what) }
        position += 1
    }

    private mutating func word(_ word: String) throws(MappingError) {
        skipSpace()
        guard text[position...].starts(with: word.utf8) else { throw unexpected("`\(word)`") }
        position += word.utf8.count
    }

    private func unexpected(_ expected: String) -> MappingError {
        byte == nil
            ? MappingError("the JSON text ends where \(expected) should be")
            : MappingError("\(expected) should be at byte \(position + 1) of the JSON text")
    }
}
