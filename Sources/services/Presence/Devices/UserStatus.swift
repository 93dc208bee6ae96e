import RollcallAPI
import RollcallRPC
import Tables

/// A text that a user shows beside their presence.
struct UserStatus: Sendable, Equatable {
    /// 1 to 100 characters.
    var text: String
    /// In milliseconds since 1970-01-01 UTC; nil for never.
    var end: Int64?

    var message: Status { Status(text: text, endsAtMs: end ?? 0) }
}

/// What becomes of a status.
enum StatusChange: Sendable, Equatable {
    case set(UserStatus)
    case remove
}

extension StatusChange {
    /// Unicode scalars of the text.
    static let longestText = 100
    /// How far away the end may be, in milliseconds.
    static let longest: Int64 = 366 * 86_400_000

    /// The field `status` of a request. A text whose end has passed is removed.
    ///
    /// - Parameter wall: milliseconds since 1970-01-01 UTC.
    /// - Throws: `RPCError` (`invalidArgument`).
    init(_ status: Status, at wall: Int64) throws {
        let text = try PlainText(
            status.text, field: "status.text", longest: Self.longestText
        ).text
        guard (0...wall + Self.longest).contains(status.endsAtMs) else {
            throw RPCError.malformed(
                "status.ends_at_ms",
                "a status ends within 366 days, in milliseconds since 1970-01-01 UTC, or never (0)")
        }
        let end = status.endsAtMs == 0 ? nil : status.endsAtMs
        let hasEnded = end.map { $0 <= wall } ?? false
        self = text.isEmpty || hasEnded ? .remove : .set(UserStatus(text: text, end: end))
    }
}
