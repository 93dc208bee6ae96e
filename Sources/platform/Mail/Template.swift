import RollcallBasics

/// A text with variables, `{{name}}`. There are no conditions, loops or files.
///
/// Empty lines separate paragraphs. A paragraph is left out if one of its variables is empty. So a
/// mail without a link does not say "Or follow this link:".
struct Template: Equatable, Sendable {
    enum Piece: Equatable, Sendable {
        case text(String)
        case variable(String)
    }

    /// How values are escaped.
    enum Form: Sendable {
        case plain, html
    }

    /// Empty for HTML.
    let subject: [Piece]
    let paragraphs: [[Piece]]
    let form: Form

    /// The variables in the subject and the body.
    var variables: Set<String> {
        Set(([subject] + paragraphs).joined().compactMap(\.variable))
    }

    /// The subject with its values, on one line.
    func subject(_ values: [String: String]) -> String {
        Self.fill(subject, values) { $0 }.onOneLine
    }

    /// The body with its values. A value adds no line, and variables in it are not replaced.
    func body(_ values: [String: String]) -> String {
        paragraphs.filter { paragraph in
            paragraph.compactMap(\.variable).allSatisfy { values[$0]?.onOneLine.isEmpty == false }
        }.map { Self.fill($0, values, escape) }.joined(separator: "\n\n") + "\n"
    }

    private static func fill(
        _ pieces: [Piece], _ values: [String: String], _ escape: (String) -> String
    ) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .variable(let name): escape((values[name] ?? "").onOneLine)
            }
        }.joined()
    }

    private func escape(_ text: String) -> String {
        form == .html ? text.escapedForHTML : text
    }
}

extension Template.Piece {
    fileprivate var variable: String? {
        guard case .variable(let name) = self else { return nil }
        return name
    }
}
