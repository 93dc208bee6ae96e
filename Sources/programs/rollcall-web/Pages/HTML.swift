import RollcallBasics

/// HTML. A value in an interpolation is escaped unless it is HTML itself, so a text of a user never
/// becomes markup. Attributes have to be in double quotes.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    private(set) var text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
    }

    /// - Parameter markup: a file of this program, or what was made of no text of a user.
    init(trusted markup: String) { text = markup }

    static func + (left: HTML, right: HTML) -> HTML { "\(left)\(right)" }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 32 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ html: HTML) { text += html.text }

        /// Nothing for nil.
        mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }

        mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { text += part.text }
        }

        mutating func appendInterpolation(_ value: String) { text += value.escapedForHTML }

        mutating func appendInterpolation(_ number: some BinaryInteger) { text += "\(number)" }
    }
}
