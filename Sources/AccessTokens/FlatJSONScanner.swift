/// Reads the bytes of a `FlatJSON`, once, from the front.
struct FlatJSONScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The members of the object that the bytes are, with nothing behind it.
    mutating func object() -> [String: FlatJSON.Value]? {
        var members = [String: FlatJSON.Value](minimumCapacity: 8)
        guard take("{") else { return nil }
        var isFirst = true
        while !take("}") {
            guard isFirst || take(","), let name = text(), take(":"), let value = value(),
                members.updateValue(value, forKey: name) == nil
            else { return nil }
            isFirst = false
        }
        skipSpace()
        return next == nil ? members : nil
    }

    private mutating func value() -> FlatJSON.Value? {
        skipSpace()
        switch next {
        case UInt8(ascii: "\""): return text().map { .text($0) }
        case UInt8(ascii: "t"): return takeWord("true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): return takeWord("false") ? .boolean(false) : nil
        default: return integer().map { .integer($0) }
        }
    }

    /// A string without escape sequences, which none of our names and values has.
    private mutating func text() -> String? {
        guard take("\"") else { return nil }
        let start = index
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
            index += 1
        }
        let text = bytes[start..<index]
        return take("\"") ? String(validating: text, as: UTF8.self) : nil
    }

    /// A number without fraction and exponent: what follows is seen by the caller as no comma.
    private mutating func integer() -> Int64? {
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let start = index
        var integer: Int64 = 0
        while let digit = next.map({ $0 &- UInt8(ascii: "0") }), digit < 10 {
            // Towards the sign that it has, as the least number has no opposite.
            let (tens, overflows) = integer.multipliedReportingOverflow(by: 10)
            let unit = isNegative ? -Int64(digit) : Int64(digit)
            let (sum, overflowsToo) = tens.addingReportingOverflow(unit)
            guard !overflows, !overflowsToo else { return nil }
            integer = sum
            index += 1
        }
        // Written the one way it can be: no leading zero, no sign before zero.
        let count = index - start
        guard count == 1 || count > 1 && bytes[start] != UInt8(ascii: "0"),
            integer != 0 || !isNegative
        else { return nil }
        return integer
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ token: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: token) else { return false }
        index += 1
        return true
    }

    private mutating func takeWord(_ word: String) -> Bool {
        guard bytes[index...].starts(with: word.utf8) else { return false }
        index += word.utf8.count
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
    }
}
