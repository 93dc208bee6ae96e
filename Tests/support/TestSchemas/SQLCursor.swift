/// Why a schema's text is not understood.
package struct SchemaError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The place in a statement up to which it is read.
struct SQLCursor {
    private var rest: ArraySlice<SQLPiece>

    init(_ pieces: some Sequence<SQLPiece>) {
        rest = ArraySlice(Array(pieces))
    }

    var isAtEnd: Bool { rest.isEmpty }
    var remainder: String { text(of: rest) }

    /// Reads over these words if they are the next ones.
    mutating func take(_ words: String...) -> Bool {
        guard rest.starts(with: words.map(SQLPiece.word)) else { return false }
        rest.removeFirst(words.count)
        return true
    }

    /// Reads over the words of a set.
    mutating func takeAll(of words: Set<String>) -> [SQLPiece] {
        let taken = rest.prefix {
            if case .word(let word) = $0 { words.contains(word) } else { false }
        }
        rest.removeFirst(taken.count)
        return Array(taken)
    }

    mutating func word() throws -> String {
        guard case .word(let word)? = rest.first else { throw unexpected("a word") }
        rest.removeFirst()
        return word
    }

    mutating func group() throws -> [SQLPiece] {
        guard let group = takeGroup() else { throw unexpected("a parenthesis") }
        return group
    }

    mutating func takeGroup() -> [SQLPiece]? {
        guard case .group(let pieces)? = rest.first else { return nil }
        rest.removeFirst()
        return pieces
    }

    func unexpected(_ expected: String) -> SchemaError {
        SchemaError("\(expected) is expected at: \(isAtEnd ? "the end" : remainder)")
    }
}
