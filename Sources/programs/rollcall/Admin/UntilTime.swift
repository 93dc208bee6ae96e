import FoundationEssentials

/// When something ends: a time, or how long from now.
enum UntilTime {
    /// How a time is written.
    static let forms = "2026-12-01, 2026-12-01T10:00:00Z, 90m, 12h or 30d"

    /// - Parameter now: milliseconds since 1970-01-01 UTC.
    /// - Returns: the same of the time; nil for what is none of `forms`.
    static func milliseconds(_ text: String, now: Int64) -> Int64? {
        if let seconds = seconds(text) { return now + seconds * 1000 }
        let day = Date.ISO8601FormatStyle().year().month().day()
        let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: day))
        return date.map { Int64($0.timeIntervalSince1970 * 1000) }
    }

    private static func seconds(_ text: String) -> Int64? {
        guard let unit = text.last, let count = Int64(text.dropLast()), 1...1_000_000 ~= count,
            let length: Int64 = ["m": 60, "h": 3600, "d": 86_400][unit]
        else { return nil }
        return count * length
    }
}
