import RollcallAPI
import RollcallRPC
import Tables

/// What a user says is wrong with a profile.
struct Complaint: Sendable {
    let reason: ReportReason
    let note: PlainText

    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    init(_ request: ReportProfileRequest) throws {
        switch request.reason {
        case .unspecified:
            throw RPCError.missing("reason", "the reason is missing")
        case .unrecognized(let number):
            throw RPCError.malformed("reason", "\(number) is no reason that is known here")
        default: reason = request.reason
        }
        note = try PlainText(request.note, .lines, field: "note", longest: 500)
    }
}
