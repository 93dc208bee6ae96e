/// An entry of a list, which is a row of a table or a line of JSON.
protocol Listed: JSONValue {
    static var header: [String] { get }
    /// As `TextTable` has it.
    static var flexible: [Int] { get }
    var row: [String] { get }
}

extension Listed {
    static var flexible: [Int] { [] }
}

extension Output {
    /// Says entries of a list.
    ///
    /// - Parameter hasHeader: whether the table has its header; one without that and without
    ///   entries is not shown.
    func say<Entry: Listed>(_ entries: [Entry], hasHeader: Bool = true) throws {
        if isJSON {
            for entry in entries { try say(entry.json, text: "") }
        } else if hasHeader || !entries.isEmpty {
            let rows = (hasHeader ? [Entry.header] : []) + entries.map(\.row)
            try write(TextTable(rows: rows, flexible: Entry.flexible))
        }
    }
}
