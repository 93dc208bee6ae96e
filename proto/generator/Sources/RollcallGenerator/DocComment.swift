import SwiftProtobufPluginLibrary

/// The comment of something in a .proto, as the lines of a doc comment.
struct DocComment {
    private let paragraphs: [String]

    init(_ source: some ProvidesSourceCodeLocation) {
        let lines = source.protoSourceComments(commentPrefix: "").split(
            separator: "\n", omittingEmptySubsequences: false)
        var paragraphs: [String] = [""]
        for line in lines.map({ $0.trimmingPrefix { $0 == " " } }) {
            if line.isEmpty {
                paragraphs.append("")
            } else if line.hasPrefix("- ") || paragraphs[paragraphs.count - 1].isEmpty {
                paragraphs.append(String(line))
            } else {
                paragraphs[paragraphs.count - 1] += " " + line
            }
        }
        self.paragraphs = Self.withoutOuterBlanks(paragraphs)
    }

    /// - Parameter width: the columns that a line may have.
    func lines(width: Int) -> [String] {
        paragraphs.flatMap { Self.wrap($0, width: width - 4) }.map { line in
            line.isEmpty ? "///" : "/// \(line)"
        }
    }

    private static func withoutOuterBlanks(_ paragraphs: [String]) -> [String] {
        var result: [String] = []
        for paragraph in paragraphs where !paragraph.isEmpty || !(result.last ?? "").isEmpty {
            result.append(paragraph)
        }
        return result.last == "" ? result.dropLast() : result
    }

    private static func wrap(_ paragraph: String, width: Int) -> [String] {
        var lines = [""]
        for word in paragraph.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
