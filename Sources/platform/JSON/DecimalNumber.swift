/// A number as JSON writes it, exactly.
struct DecimalNumber {
    private let text: String

    /// - Parameter text: a number of RFC 8259's grammar.
    init(_ text: String) {
        self.text = text
    }

    /// Nil when there is something behind the point, or when it is out of the range of the type.
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
        let (digits, exponent) = parts
        guard !digits.isEmpty else { return 0 }
        // More zeros than any type has digits.
        guard (0...40).contains(exponent) else { return nil }
        let sign = text.hasPrefix("-") ? "-" : ""
        return Value(sign + digits + String(repeating: "0", count: exponent))
    }

    /// The digits without zeros at either end, and the power of ten that they are to be taken with.
    private var parts: (digits: String, exponent: Int) {
        let mantissa = text.prefix { $0 != "e" && $0 != "E" }
        // A text of limited length: an exponent that is beyond `Int` is far beyond any type.
        let power = Int(text.dropFirst(mantissa.count + 1))
        let written = text.count > mantissa.count ? power ?? Int.max / 2 : 0
        let whole = mantissa.prefix { $0 != "." }
        let fraction = mantissa.dropFirst(whole.count + 1)
        let all = (whole + fraction).drop { $0 == "-" || $0 == "0" }
        let digits = String(all.reversed().drop { $0 == "0" }.reversed())
        return (digits, written - fraction.count + (all.count - digits.count))
    }

    /// The nearest value. Nil when it is beyond the largest.
    var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// The nearest value. Nil when it is beyond the largest.
    var float: Float? { Float(text).flatMap { $0.isFinite ? $0 : nil } }
}

extension DecimalNumber: CustomStringConvertible {
    var description: String { text }
}
