import Foundation

/// What a form or a query says, by the names of its fields
/// (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
struct FormFields: Sendable {
    /// The first of each name.
    private var values: [String: String] = [:]

    static let longest = 64 << 10
    private static let most = 100

    init() {}

    init(urlEncoded text: some StringProtocol) {
        let (and, equals) = (UInt8(ascii: "&"), UInt8(ascii: "="))
        // By bytes: a character of thousands of marks takes milliseconds to compare.
        for pair in text.utf8.split(separator: and, maxSplits: Self.most).prefix(Self.most) {
            let parts = pair.split(
                separator: equals, maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.map { part in
                let bytes = part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
                let text = String(decoding: bytes, as: UTF8.self).removingPercentEncoding
                return text.flatMap { $0.hasFewMarks ? $0 : nil } ?? ""
            }
            guard values[decoded[0]] == nil else { continue }
            values[decoded[0]] = decoded.count > 1 ? decoded[1] : ""
        }
    }

    /// Empty if there is none.
    subscript(name: String) -> String {
        get { values[name] ?? "" }
        set { values[name] = newValue }
    }

    func has(_ name: String) -> Bool { values[name] != nil }
}

extension String {
    /// Whether it has at most 30 marks in a row, as all text that people write
    /// (https://unicode.org/reports/tr15/#Stream_Safe_Text_Format).
    fileprivate var hasFewMarks: Bool {
        var marks = 0
        return unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: marks += 1
            default: marks = 0
            }
            return marks <= 30
        }
    }
}
