/// The text of a statement, written in the program: it is put together from literals alone, so that
/// nothing a caller sends ever gets into it.
///
/// In the SQL that SQLite 3.40 and PostgreSQL 15 share. Parameters are `$1`, `$2` and so on; a list
/// is asked with `= ANY($1)`.
package struct SQL: Sendable, Hashable, ExpressibleByStringInterpolation {
    package let text: String

    package init(stringLiteral text: String) {
        self.text = text
    }

    package init(stringInterpolation pieces: Pieces) {
        text = pieces.text
    }

    /// What literals and other statements' texts are joined in.
    package struct Pieces: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        package mutating func appendInterpolation(_ part: SQL) {
            text += part.text
        }
    }
}
