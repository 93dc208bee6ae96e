import RollcallBasics

/// The part of a photo that a request asks for (RFC 9110 §14).
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// None of the bytes that are asked for is there.
    case unsatisfiable

    /// - Parameters:
    ///   - field: the value of the field Range. What is malformed, in another unit or of several parts is
    ///     answered with the whole, as the RFC allows.
    ///   - size: how many bytes there are: 1 or more.
    init(field: String?, size: Int) {
        guard let field, field.lowercased().hasPrefix("bytes=") else {
            self = .whole
            return
        }
        let halves = field.dropFirst(6).split(
            separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let first = Self.number(halves[0]),
            let last = Self.number(halves[1])
        else {
            self = .whole
            return
        }
        switch (first, last) {
        case (nil, nil): self = .whole
        case (nil, let count?):
            self = count > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        case (let first?, let last):
            let last = last ?? size - 1
            guard first <= last || halves[1].isEmpty else {
                self = .whole
                return
            }
            self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        }
    }

    /// - Returns: nil within for no digits; nil for what is no number.
    private static func number(_ text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        guard text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        // What does not fit is behind any end.
        return .some(Int(text) ?? .max - 1)
    }
}
