import RollcallBasics

/// The part of a photo that a request asks for (RFC 9110 §14).
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// None of the requested bytes exists.
    case unsatisfiable

    /// - Parameters:
    ///   - field: the value of the Range field. A malformed value, another unit or several ranges
    ///     get the whole photo, as the RFC allows.
    ///   - size: the number of bytes: 1 or more.
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

    /// - Returns: an inner nil for no digits; an outer nil if it is not a number.
    private static func number(_ text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        guard text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        // A number that does not fit is beyond any end.
        return .some(Int(text) ?? .max - 1)
    }
}
