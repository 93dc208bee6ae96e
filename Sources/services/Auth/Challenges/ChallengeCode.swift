import RollcallBasics

/// What is read off a mail and typed in: eight digits. Printing it shows `<redacted>`.
struct ChallengeCode: Hashable, Sendable {
    static let digitCount = 8
    /// How many there are: 10⁸.
    static let count: UInt32 = 100_000_000

    /// ASCII, leading zeros among them.
    let digits: String

    /// - Parameter number: below `count`.
    init(_ number: UInt32) {
        precondition(number < Self.count)
        let text = String(number)
        digits = String(repeating: "0", count: Self.digitCount - text.utf8.count) + text
    }

    /// A code as it was typed or pasted, in the digits of any script. White space, invisible
    /// characters and dashes count for nothing.
    ///
    /// - Returns: `nil` for what cannot be a code.
    init?(entered text: String) {
        guard let digits = EnteredDigits.digits(of: text, count: Self.digitCount) else {
            return nil
        }
        self.digits = digits
    }
}

extension ChallengeCode: Redacted {}
