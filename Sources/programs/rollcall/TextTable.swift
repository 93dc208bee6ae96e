/// Rows of texts, as lines whose columns begin below each other.
struct TextTable {
    /// What a column is not cut below; the last one to be cut matters most.
    private static let (minimum, lastMinimum) = (8, 20)

    let rows: [[String]]
    /// The columns whose texts are cut, the first one first, when a line would be too long.
    var flexible: [Int] = []
    /// Rows that only make columns wider.
    var unseen: [[String]] = []

    /// - Parameter limit: how many characters a line has at most, as far as the flexible columns
    ///   allow.
    func lines(limit: Int = .max) -> [String] {
        let widths = widths(limit: limit)
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                let text = cell.oneLine.cut(to: width)
                return text + String(repeating: " ", count: width - text.count)
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private func widths(limit: Int) -> [Int] {
        let rows = rows + unseen
        let count = rows.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            rows.map { $0.count > column ? $0[column].oneLine.count : 0 }.max() ?? 0
        }
        for column in flexible {
            let excess = widths.reduce(0, +) + 2 * (count - 1) - limit
            guard excess > 0 else { break }
            let minimum = column == flexible.last ? Self.lastMinimum : Self.minimum
            widths[column] = min(widths[column], max(minimum, widths[column] - excess))
        }
        return widths
    }
}

extension Output {
    /// Writes a table that fits the terminal, and with all of its texts where there is none.
    func write(_ table: TextTable) throws {
        let columns = Self.standardOutput.columns ?? .max
        for line in table.lines(limit: columns) { try write(line: line) }
    }
}

extension String {
    /// Fit for a terminal, and without a line break: a thief may have chosen the text.
    var oneLine: String {
        visible.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: #"\u{a}"#)
    }

    fileprivate func cut(to width: Int) -> String {
        count <= width ? self : prefix(width - 1) + "…"
    }
}
