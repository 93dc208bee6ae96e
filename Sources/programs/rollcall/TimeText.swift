import FoundationEssentials

extension Int64 {
    /// Milliseconds since 1970-01-01 UTC as a date and a time, in UTC.
    var timeText: String {
        Date(timeIntervalSince1970: Double(self) / 1000).formatted(.iso8601)
    }

    /// The same to the minute, for a table whose header says that it is UTC: `2026-11-21 10:03`.
    var minuteText: String {
        timeText.prefix(16).split(separator: "T").joined(separator: " ")
    }
}
