import Foundation

/// What a command found out, by the names of the figures.
typealias Figures = [String: any Encodable]

/// Prints what a command found out: one JSON object on one line, at once.
func report(_ parts: Figures...) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let figures = parts.reduce(into: [:]) { $0.merge($1.mapValues(Figure.init)) { $1 } }
    FileHandle.standardOutput.write(try encoder.encode(figures) + Data("\n".utf8))
}

private struct Figure: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
