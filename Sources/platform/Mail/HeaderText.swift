import RollcallBasics

/// Words in a header, such as a subject or a person's name: one line, of bounded length, that looks
/// like what it is.
package struct HeaderText: Hashable, Sendable {
    /// The most Unicode scalars.
    package static let longest = 200

    package enum Malformation: Error, Equatable {
        /// CR, LF or NUL, which could begin another header.
        case brokenLine
        case tooLong
    }

    package let text: String

    /// Leaves out invisible characters, and characters that change the direction of others.
    package init(_ text: String) throws(Malformation) {
        let scalars = text.unicodeScalars
        guard
            !scalars.contains(where: { "\r\n\0\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) })
        else { throw .brokenLine }
        let seen = scalars.filter { !$0.isHidden }
        guard seen.count <= Self.longest else { throw .tooLong }
        self.text = String(String.UnicodeScalarView(seen)).trimmed
    }
}

extension String {
    /// This text as part of a line. Each run of blanks, line breaks and invisible characters
    /// becomes one space.
    var onOneLine: String {
        let words = unicodeScalars.split { $0.isHidden || $0.properties.isWhitespace }
        return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }

    fileprivate var trimmed: String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let rest = unicodeScalars.drop(while: isBlank)
        let end = rest.lastIndex { !isBlank($0) }.map { rest.index(after: $0) } ?? rest.startIndex
        return String(rest[rest.startIndex..<end])
    }
}
