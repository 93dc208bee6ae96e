import RollcallRules

/// Reads a code of digits as it was typed or pasted.
enum EnteredDigits {
    /// The digits of a text, which may be of any script. White space, invisible characters and
    /// dashes count for nothing.
    ///
    /// - Returns: ASCII; `nil` if there is anything besides, or another number of digits.
    static func digits(of text: String, count: Int) -> String? {
        var digits = ""
        for scalar in text.unicodeScalars where !scalar.isBlank && !scalar.isDash {
            guard scalar.properties.generalCategory == .decimalNumber, digits.utf8.count < count
            else { return nil }
            digits += "\(Int(scalar.properties.numericValue ?? 0))"
        }
        return digits.utf8.count == count ? digits : nil
    }
}

extension Unicode.Scalar {
    var isDash: Bool { properties.generalCategory == .dashPunctuation || self == "\u{2212}" }
}
