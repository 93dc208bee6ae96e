import FoundationEssentials
import MessageJSON

/// A row of an export: its members by their paths, such as `_id.$oid`.
struct ForeignRow {
    let json: JSON

    /// - Throws: `MalformedRow`.
    init(_ text: [UInt8]) throws(MalformedRow) {
        guard let json = try? JSON(text, keepsNumbers: true) else {
            throw MalformedRow(reason: "it is not JSON")
        }
        self.json = json
    }

    private init(json: JSON) { self.json = json }

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

    func flag(_ path: String) -> Bool { value(path) == .bool(true) }

    /// Milliseconds since 1970, to the second; 0 where there is none.
    ///
    /// - Throws: `MalformedRow` for what is neither a number nor a time (RFC 3339).
    func time(_ paths: String...) throws(MalformedRow) -> Int64 {
        let text = paths.lazy.map { self.text($0) }.first { !$0.isEmpty } ?? "0"
        if let number = Int64(text) { return number }
        // The formatter refuses fractions.
        let point = text.firstIndex(of: ".") ?? text.endIndex
        let whole = text[..<point] + text[point...].dropFirst().drop(while: \.isNumber)
        guard let date = try? Date(String(whole), strategy: .iso8601) else {
            throw MalformedRow(reason: "\(paths[0]) is not a time")
        }
        return Int64(date.timeIntervalSince1970) * 1000
    }

    func objects(_ path: String) -> [ForeignRow] {
        guard case .array(let values) = value(path) else { return [] }
        return values.map(ForeignRow.init(json:))
    }

    private func value(_ path: String) -> JSON? {
        var value = json
        for name in path.split(separator: ".") {
            guard case .object(let own) = value, let next = own[String(name)] else { return nil }
            value = next
        }
        return value
    }
}

/// Why a row was not sent. It says nothing of the row's values.
struct MalformedRow: Error {
    let reason: String
}
