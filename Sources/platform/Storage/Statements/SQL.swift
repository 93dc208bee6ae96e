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

extension SQL {
    /// Deletes rows that are of no use any more, the oldest first, at most $2 of them.
    ///
    /// - Parameters:
    ///   - key: the columns that a row is known by.
    ///   - time: the column that says how old a row is.
    ///   - condition: on rows of the table, with $1.
    package static func sweep(
        _ table: SQL, by key: SQL, of time: SQL, where condition: SQL
    ) -> SQL {
        """
        DELETE FROM \(table) WHERE (\(key)) IN (
            SELECT \(key) FROM \(table) WHERE \(condition) ORDER BY \(time) LIMIT $2)
        """
    }
}
