import FoundationEssentials

extension Int64 {
    /// Milliseconds since 1970-01-01 UTC as a date and a time, in UTC.
    var timeText: String {
        Date(timeIntervalSince1970: Double(self) / 1000).formatted(.iso8601)
    }
}
