import RollcallBasics

/// What an app shows for 30 seconds: six digits. Printing it shows `<redacted>`.
struct TOTPCode: Equatable, Sendable {
    static let digitCount = 6

    private let number: UInt32

    /// - Parameter number: below a million.
    init(_ number: UInt32) {
        self.number = number
    }

    /// A code as it was typed or pasted; see `EnteredDigits`.
    ///
    /// - Returns: `nil` for what cannot be a code.
    init?(entered text: String) {
        guard let digits = EnteredDigits.digits(of: text, count: Self.digitCount),
            let number = UInt32(digits)
        else { return nil }
        self.init(number)
    }

    /// ASCII, leading zeros among them.
    var digits: String {
        let text = String(number)
        return String(repeating: "0", count: Self.digitCount - text.utf8.count) + text
    }
}

extension TOTPCode: Redacted {}
