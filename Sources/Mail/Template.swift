/// A text with places to be filled in, `{{name}}`, and nothing else that means anything: no
/// conditions, no loops, no files.
///
/// A paragraph, which is what stands between empty lines, is left out when one of its variables is
/// empty. So a mail without a link does not say "Or follow this link:".
struct Template: Equatable, Sendable {
    enum Piece: Equatable, Sendable {
        case text(String)
        case variable(String)
    }

    /// What values are escaped for.
    enum Form: Sendable {
        case plain, html
    }

    /// In HTML there is none.
    let subject: [Piece]
    let paragraphs: [[Piece]]
    let form: Form

    /// What it names, in its subject and its body.
    var variables: Set<String> {
        Set(([subject] + paragraphs).joined().compactMap(\.variable))
    }

    /// The subject, filled in: one line.
    func subject(_ values: [String: String]) -> String {
        Self.fill(subject, values) { $0 }.onOneLine
    }

    /// The body, filled in. No value adds a line, and none is looked at for variables again.
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

    /// For HTML's text and for attributes in quotation marks.
    private func escape(_ text: String) -> String {
        guard form == .html else { return text }
        return text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: String(scalar)
            }
        }.joined()
    }
}

extension Template.Piece {
    fileprivate var variable: String? {
        guard case .variable(let name) = self else { return nil }
        return name
    }
}
