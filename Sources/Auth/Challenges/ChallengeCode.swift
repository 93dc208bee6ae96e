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

    /// A code as it was typed in: spaces and hyphens between the digits count for nothing.
    ///
    /// - Returns: `nil` for what cannot be a code.
    init?(entered text: String) {
        let bytes = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard bytes.count == Self.digitCount, bytes.allSatisfy(\.isASCIIDigit) else { return nil }
        digits = String(decoding: bytes, as: UTF8.self)
    }
}

extension ChallengeCode: Redacted {}
