/// An error in a template: a sentence for its author, with the file and the line.
package struct TemplateError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ file: String, line: Int? = nil, _ sentence: String) {
        description = "\(file)\(line.map { ":\($0)" } ?? ""): \(sentence)"
    }
}

extension Template {
    private static let subjectMark = "Subject:"

    /// Reads a template. A plain one begins with the line `Subject: …` and an empty line.
    ///
    /// - Parameters:
    ///   - file: for errors.
    ///   - allowed: the variables that it may use.
    ///   - required: the variables that it must use.
    init(
        _ text: String, form: Form, file: String, allowed: Set<String>, required: Set<String>
    ) throws(TemplateError) {
        var lines: [Line] = []
        for (index, line) in text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .enumerated() {
            let pieces = try Self.pieces(of: line, file: file, line: index + 1, allowed: allowed)
            lines.append(Line(text: line, pieces: pieces))
        }
        self.form = form
        subject = form == .plain ? try Self.takeSubject(of: &lines, file: file) : []
        paragraphs = lines.split(whereSeparator: \.isBlank).map { Self.joined($0) }
        guard !paragraphs.isEmpty else { throw TemplateError(file, "the mail has no text") }
        if let missing = required.subtracting(variables).min() {
            throw TemplateError(file, line: 1, "a mail of this kind needs {{\(missing)}}")
        }
    }

    private struct Line {
        let text: Substring
        var pieces: [Piece]

        var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
    }

    private static func takeSubject(
        of lines: inout [Line], file: String
    ) throws(TemplateError) -> [Piece] {
        guard lines.count > 1, lines[0].text.hasPrefix(subjectMark), lines[1].isBlank else {
            throw TemplateError(
                file, line: 1, "a mail begins with the line \"Subject: …\" and an empty line")
        }
        var pieces = lines.removeFirst().pieces
        if case .text(let text) = pieces[0] {
            pieces[0] = .text(String(text.dropFirst(subjectMark.count)))
        }
        guard pieces != [.text("")], pieces != [.text(" ")] else {
            throw TemplateError(file, line: 1, "the subject is empty")
        }
        return pieces
    }

    private static func joined(_ lines: ArraySlice<Line>) -> [Piece] {
        Array(lines.map(\.pieces).joined(separator: [.text("\n")]))
    }

    private static func pieces(
        of line: Substring, file: String, line number: Int, allowed: Set<String>
    ) throws(TemplateError) -> [Piece] {
        var pieces: [Piece] = []
        var rest = line
        while let open = rest.firstRange(of: "{{") {
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else {
                throw TemplateError(file, line: number, "{{ is not followed by }}")
            }
            let name = String(rest[open.upperBound..<close.lowerBound])
            guard allowed.contains(name) else {
                let known = allowed.sorted().map { "{{\($0)}}" }.joined(separator: ", ")
                throw TemplateError(
                    file, line: number, "there is no {{\(name)}} in a mail of this kind: \(known)")
            }
            if open.lowerBound > rest.startIndex {
                pieces.append(.text(String(rest[..<open.lowerBound])))
            }
            pieces.append(.variable(name))
            rest = rest[close.upperBound...]
        }
        return pieces + [.text(String(rest))]
    }
}
