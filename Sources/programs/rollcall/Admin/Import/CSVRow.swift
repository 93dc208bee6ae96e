/// The fields of a line of CSV (RFC 4180).
struct CSVRow {
    let fields: [String]

    /// - Returns: nil for text behind a closing quote, a quote that is not closed, or bytes that are
    ///   not UTF-8.
    init?(_ line: [UInt8]) {
        var fields: [String] = []
        var field: [UInt8] = []
        var rest = line[...]
        while let last = rest.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            rest.removeLast()
        }
        let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
        while true {
            if rest.first == quote {
                rest.removeFirst()
                while true {
                    guard let end = rest.firstIndex(of: quote) else { return nil }
                    field += rest[..<end]
                    rest = rest[(end + 1)...]
                    guard rest.first == quote else { break }
                    field.append(rest.removeFirst())
                }
                guard rest.first == comma || rest.isEmpty else { return nil }
            } else {
                let plain = rest.prefix { $0 != comma }
                guard !plain.contains(quote) else { return nil }
                field += plain
                rest = rest[plain.endIndex...]
            }
            guard let text = String(validating: field, as: UTF8.self) else { return nil }
            fields.append(text)
            field.removeAll(keepingCapacity: true)
            guard rest.first == comma else { break }
            rest.removeFirst()
        }
        self.fields = fields
    }
}
