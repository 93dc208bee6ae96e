import SwiftProtobufPluginLibrary

/// Writes Swift: 4 spaces, 100 columns.
struct CodeWriter {
    private(set) var text = ""
    private var depth = 0

    private var width: Int { 100 - 4 * depth }

    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : String(repeating: "    ", count: depth) + line + "\n"
    }

    mutating func document(_ source: some ProvidesSourceCodeLocation) {
        for line in DocComment(source).lines(width: width) {
            self.line(line)
        }
    }

    /// Writes `head {`, the body, `}`.
    mutating func block(
        _ head: String, _ body: (inout CodeWriter) throws -> Void
    ) rethrows {
        line("\(head) {")
        try indented(body)
        line("}")
    }

    /// Writes an opening, items and a closing: on one line if they fit, else an item a line.
    mutating func list(
        _ opening: String, _ items: [String], _ closing: String, trailingComma: Bool = false
    ) {
        let whole = opening + items.joined(separator: ", ") + closing
        guard whole.count > width else { return line(whole) }
        line(opening)
        indented { writer in
            for (index, item) in items.enumerated() {
                let isLast = index == items.count - 1
                writer.line(isLast && !trailingComma ? item : item + ",")
            }
        }
        line(closing)
    }

    /// Writes both parts on one line if they fit, else the second on a line of its own.
    mutating func statement(_ first: String, _ second: String) {
        guard first.count + 1 + second.count > width else { return line("\(first) \(second)") }
        line(first)
        indented { $0.line(second) }
    }

    mutating func indented(_ body: (inout CodeWriter) throws -> Void) rethrows {
        depth += 1
        defer { depth -= 1 }
        try body(&self)
    }
}
