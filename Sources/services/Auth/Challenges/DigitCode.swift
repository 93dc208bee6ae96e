import RollcallBasics
import RollcallRules

/// A code of digits, which a user reads and types in. Printing it shows `<redacted>`.
struct DigitCode: Equatable, Sendable {
    /// By the number of digits.
    enum Kind: Int {
        case mailed = 8
        /// What an app shows for 30 seconds.
        case ofApp = 6
    }

    private let number: UInt32
    private let kind: Kind

    /// - Parameter number: below 10⁸ for a mailed code, below 10⁶ for an app's.
    init(_ number: UInt32, _ kind: Kind) {
        (self.number, self.kind) = (number, kind)
    }

    /// A code as it was typed or pasted, in the digits of any script. White space, invisible
    /// characters and dashes count for nothing.
    ///
    /// - Returns: `nil` if there is anything besides, or another number of digits.
    init?(entered text: String, _ kind: Kind) {
        var (number, count) = (UInt32(0), 0)
        for scalar in text.unicodeScalars where !scalar.isBlank && !scalar.isDash {
            guard scalar.properties.generalCategory == .decimalNumber, count < kind.rawValue
            else { return nil }
            number = number * 10 + UInt32(scalar.properties.numericValue ?? 0)
            count += 1
        }
        guard count == kind.rawValue else { return nil }
        self.init(number, kind)
    }

    /// ASCII, leading zeros among them.
    var digits: String {
        let text = String(number)
        return String(repeating: "0", count: kind.rawValue - text.utf8.count) + text
    }
}

extension DigitCode: Redacted {}

extension Unicode.Scalar {
    var isDash: Bool { properties.generalCategory == .dashPunctuation || self == "\u{2212}" }
}
