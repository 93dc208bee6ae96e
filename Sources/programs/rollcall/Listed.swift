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
    /// Says the entries of a list.
    func say<Entry: Listed>(_ entries: [Entry]) throws {
        if isJSON {
            for entry in entries { try say(entry.json, text: "") }
        } else {
            let rows = [Entry.header] + entries.map(\.row)
            try write(TextTable(rows: rows, flexible: Entry.flexible))
        }
    }
}
