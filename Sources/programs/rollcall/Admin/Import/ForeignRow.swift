import FoundationEssentials
import MessageJSON

/// A row of an export: its members by their paths, such as `_id.$oid`. CSV has columns instead.
struct ForeignRow {
    let members: [String: JSON]

    /// - Parameter columns: the names of the columns.
    /// - Throws: `MalformedRow`.
    init(csv line: [UInt8], columns: [String]) throws(MalformedRow) {
        guard let row = CSVRow(line) else { throw MalformedRow("it is not CSV") }
        guard row.fields.count <= columns.count else {
            throw MalformedRow("it has too many fields")
        }
        members = Dictionary(zip(columns, row.fields.map(JSON.string))) { first, _ in first }
    }

    /// - Throws: `MalformedRow`.
    init(json text: [UInt8]) throws(MalformedRow) {
        guard case .object(let members)? = try? JSON(text, keepsNumbers: true) else {
            throw MalformedRow("it is not a JSON object")
        }
        self.members = members
    }

    /// The first member with a value that is no empty text.
    func text(_ paths: String...) -> String {
        for path in paths {
            switch value(path) {
            case .string(let text) where !text.isEmpty: return text
            case .number(let number): return String(number)
            default: continue
            }
        }
        return ""
    }

    /// Also of a text, as CSV has it.
    func flag(_ path: String) -> Bool {
        switch value(path) {
        case .bool(let value): value
        case .string(let text): ["true", "t", "1"].contains(text.lowercased())
        default: false
        }
    }

    /// Milliseconds since 1970; 0 where there is none.
    ///
    /// - Throws: `MalformedRow` for what is neither a number nor a time.
    func time(_ paths: String...) throws(MalformedRow) -> Int64 {
        let text = paths.lazy.map { self.text($0) }.first { !$0.isEmpty } ?? ""
        guard !text.isEmpty, text != "0" else { return 0 }
        guard let time = Int64(text) ?? Int64(timestamp: text) else {
            throw MalformedRow("\(paths[0]) is not a time")
        }
        return time
    }

    /// The objects in an array; in CSV, the array is a text.
    func objects(_ path: String) -> [ForeignRow] {
        var value = value(path)
        if case .string(let text) = value {
            value = try? JSON(Array(text.utf8), keepsNumbers: true)
        }
        guard case .array(let values) = value else { return [] }
        return values.compactMap { if case .object(let own) = $0 { ForeignRow(own) } else { nil } }
    }

    private init(_ members: [String: JSON]) { self.members = members }

    private func value(_ path: String) -> JSON? {
        var value = JSON.object(members)
        for name in path.split(separator: ".") {
            if case .string(let text) = value, let inner = try? JSON(Array(text.utf8)) {
                value = inner
            }
            guard case .object(let own) = value, let next = own[String(name)] else { return nil }
            value = next
        }
        return value
    }
}

/// Why a row was not sent. It says nothing of the row's values.
struct MalformedRow: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Int64 {
    /// Milliseconds since 1970, to the second, from RFC 3339 or from PostgreSQL's form: a space
    /// for the `T`, and hours alone as the offset. A time without an offset is in UTC.
    init?(timestamp text: String) {
        var text = text.replacing(" ", with: "T", maxReplacements: 1)
        if let point = text.firstIndex(of: ".") {
            let rest = text[point...].dropFirst().drop(while: \.isNumber)
            text.replaceSubrange(point..., with: rest)
        }
        switch text.utf8.count {
        case 19: text += "Z"
        case 22: text += ":00"
        default: break
        }
        guard let date = try? Date(text, strategy: .iso8601) else { return nil }
        self = Int64(date.timeIntervalSince1970) * 1000
    }
}
