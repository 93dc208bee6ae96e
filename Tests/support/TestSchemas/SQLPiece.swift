/// A piece of a statement.
enum SQLPiece: Equatable {
    /// A word in lower case, a number, a string with its quotes, or one sign.
    case word(String)
    /// What stands between parentheses.
    case group([SQLPiece])
}

extension SQLPiece: CustomStringConvertible {
    var description: String {
        switch self {
        case .word(let word): word
        case .group(let pieces): "(\(text(of: pieces)))"
        }
    }
}

/// One text for what differs in spaces, comments and upper case alone.
func text(of pieces: some Sequence<SQLPiece>) -> String {
    pieces.map(\.description).joined(separator: " ").split(separator: " ,").joined(separator: ",")
}

/// The pieces of SQL, without its comments.
func pieces(of sql: String) -> [SQLPiece] {
    var rest = sql[...]
    return pieces(of: &rest)
}

/// Up to the end, or to the parenthesis that ends a group.
private func pieces(of rest: inout Substring) -> [SQLPiece] {
    var pieces: [SQLPiece] = []
    while let character = rest.first, character != ")" {
        if character.isWhitespace {
            rest.removeFirst()
        } else if rest.hasPrefix("--") {
            rest = rest.drop { !$0.isNewline }
        } else if character == "(" {
            rest.removeFirst()
            pieces.append(.group(TestSchemas.pieces(of: &rest)))
            rest = rest.dropFirst()
        } else {
            pieces.append(.word(word(of: &rest)))
        }
    }
    return pieces
}

private func word(of rest: inout Substring) -> String {
    let first = rest.removeFirst()
    if first == "'" || first == "\"" {
        let content = rest.prefix { $0 != first }
        rest = rest[content.endIndex...].dropFirst()
        return "\(first)\(content)\(first)"
    }
    // The text of a function, between two pairs of dollar signs.
    if first == "$", rest.first == "$", let end = rest.dropFirst().firstRange(of: "$$") {
        defer { rest = rest[end.upperBound...] }
        return String(rest[..<end.upperBound])
    }
    guard isOfWord(first) else { return String(first) }
    let others = rest.prefix(while: isOfWord)
    rest = rest[others.endIndex...]
    return (String(first) + others).lowercased()
}

private func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
}
