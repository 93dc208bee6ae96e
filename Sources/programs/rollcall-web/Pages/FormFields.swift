import Foundation

/// What a form or a query says, by the names of its fields
/// (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
struct FormFields: Sendable {
    private var values: [String: [String]] = [:]

    static let longest = 64 << 10
    private static let most = 100

    init() {}

    init(urlEncoded text: some StringProtocol) {
        for pair in text.split(separator: "&", maxSplits: Self.most).prefix(Self.most) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.map { part in
                String(part.map { $0 == "+" ? " " : $0 }).removingPercentEncoding ?? ""
            }
            values[decoded[0], default: []].append(decoded.count > 1 ? decoded[1] : "")
        }
    }

    /// The first value; empty if there is none.
    subscript(name: String) -> String {
        get { values[name]?.first ?? "" }
        set { values[name] = [newValue] }
    }

    /// Every value of a field that may be there several times.
    subscript(all name: String) -> [String] { values[name] ?? [] }

    func has(_ name: String) -> Bool { values[name] != nil }
}
