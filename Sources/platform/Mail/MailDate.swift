import Glibc

/// Times as mails have them, in UTC and in English, whatever the process's locale is.
package enum MailDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// For a header (RFC 5322 §3.3), such as `Sat, 21 Nov 2026 18:49:56 +0000`.
    static func text(milliseconds: Int64) -> String {
        let time = broken(milliseconds)
        let clock = [time.tm_hour, time.tm_min, time.tm_sec].map { padded($0, 2) }
        return "\(days[Int(time.tm_wday)]), \(time.tm_mday) \(months[Int(time.tm_mon)]) "
            + "\(padded(time.tm_year + 1900, 4)) \(clock.joined(separator: ":")) +0000"
    }

    /// For a reader of any language, such as `2026-11-21 18:49 UTC`.
    package static func minute(milliseconds: Int64) -> String {
        let time = broken(milliseconds)
        let day = [
            padded(time.tm_year + 1900, 4), padded(time.tm_mon + 1, 2), padded(time.tm_mday, 2),
        ]
        return
            "\(day.joined(separator: "-")) \(padded(time.tm_hour, 2)):\(padded(time.tm_min, 2)) UTC"
    }

    private static func broken(_ milliseconds: Int64) -> tm {
        // The years 1 to 9999.
        var seconds = time_t(min(max(milliseconds / 1000, -62_135_596_800), 253_402_300_799))
        var time = tm()
        gmtime_r(&seconds, &time)
        return time
    }

    private static func padded(_ number: Int32, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
