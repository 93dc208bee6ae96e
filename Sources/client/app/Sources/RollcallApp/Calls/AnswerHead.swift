import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The status and the headers of an answer.
struct AnswerHead: Sendable {
    /// The longest pause that a server can ask for: a day.
    private static let longestPause = 86_400.0

    let status: Int
    /// The media type without parameters, in lower case.
    let type: String
    /// By their names in lower case.
    private let fields: [String: String]

    init(_ response: HTTPURLResponse) {
        status = response.statusCode
        fields = Dictionary(
            response.allHeaderFields.compactMap { name, value in
                guard let name = name as? String, let value = value as? String else { return nil }
                return (name.lowercased(), value)
            }, uniquingKeysWith: { first, _ in first })
        type =
            (fields["content-type"] ?? "").prefix { $0 != ";" }
            .trimmingCharacters(in: .whitespaces).lowercased()
    }

    subscript(name: String) -> String? { fields[name.lowercased()] }

    /// What `Retry-After` says: seconds, or a date.
    func retryAt(now: Date) -> Date? {
        guard let text = self["Retry-After"] else { return nil }
        let asked = TimeInterval(text) ?? Self.date(text)?.timeIntervalSince(now)
        guard let asked, asked >= 0 else { return nil }
        return now.addingTimeInterval(min(asked, Self.longestPause))
    }

    private static func date(_ text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text)
    }
}
