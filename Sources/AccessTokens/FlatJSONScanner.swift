/// Reads the bytes of a `FlatJSON`, once, from the front.
struct FlatJSONScanner {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The members of the object that the bytes are, with nothing behind it.
    mutating func object() -> [String: FlatJSON.Value]? {
        var members: [String: FlatJSON.Value] = [:]
        guard take("{") else { return nil }
        var isFirst = true
        while !take("}") {
            guard isFirst || take(","), let name = text(), take(":"), let value = value(),
                members.updateValue(value, forKey: name) == nil
            else { return nil }
            isFirst = false
        }
        skipSpace()
        return rest.isEmpty ? members : nil
    }

    private mutating func value() -> FlatJSON.Value? {
        skipSpace()
        switch rest.first {
        case UInt8(ascii: "\""): return text().map { .text($0) }
        case UInt8(ascii: "t"): return take("true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .boolean(false) : nil
        default: return integer().map { .integer($0) }
        }
    }

    /// A string without escape sequences, which none of our names and values has.
    private mutating func text() -> String? {
        guard take("\"") else { return nil }
        let text = rest.prefix { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirst(text.count)
        guard take("\""), text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") }) else {
            return nil
        }
        return String(validating: text, as: UTF8.self)
    }

    /// A number without fraction and exponent: what follows is seen by the caller as no comma.
    private mutating func integer() -> Int64? {
        let digits = rest.prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        let text = String(decoding: digits, as: UTF8.self)
        guard let integer = Int64(text), "\(integer)" == text else { return nil }
        return integer
    }

    private mutating func take(_ token: String) -> Bool {
        skipSpace()
        guard rest.starts(with: token.utf8) else { return false }
        rest = rest.dropFirst(token.utf8.count)
        return true
    }

    private mutating func skipSpace() {
        rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
}
