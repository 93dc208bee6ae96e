import RollcallBasics

/// Times as mails have them, in UTC.
package enum MailDate {
    /// For a header (RFC 5322 §3.3), such as `Sat, 21 Nov 2026 18:49:56 +0000`.
    static func text(milliseconds: Int64) -> String {
        utcText(Int(milliseconds / 1000), "%a, %-d %b %Y %H:%M:%S +0000")
    }

    /// For a reader of any language, such as `2026-11-21 18:49 UTC`.
    package static func minute(milliseconds: Int64) -> String {
        utcText(Int(milliseconds / 1000), "%Y-%m-%d %H:%M UTC")
    }
}
