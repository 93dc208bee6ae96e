import Mail
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    package func sendTakeDownNotice(
        _ request: SendTakeDownNoticeRequest, context: CallContext
    ) async throws -> SendTakeDownNoticeResponse {
        let notice = try ReceivedNotice(request)
        guard try await !store.hasReceived(notice.id),
            let account = try await store.account(id: notice.user)
        else { return SendTakeDownNoticeResponse() }
        let mail = try notices.make(
            .profileTakenDown, of: account, variables: notice.variables)
        try await store.receive(notice.id, for: account.id, mail, now: clock())
        return SendTakeDownNoticeResponse()
    }
}

/// What Profile says was taken away.
private struct ReceivedNotice {
    let id: UUIDv7
    let user: UUIDv7
    let variables: [MailVariable: String]

    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    init(_ request: SendTakeDownNoticeRequest) throws {
        id = try Self.id(request.noticeID, field: "notice_id")
        user = try Self.id(request.userID, field: "user_id")
        guard !request.fields.isEmpty else {
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: "fields", "the fields are missing")
        }
        let marks = request.fields.compactMap(MailVariable.init(field:))
        guard marks.count == request.fields.count, Set(marks).count == marks.count else {
            throw RPCError.violation(
                .invalidArgument, .fieldMalformed, field: "fields",
                "each entry is another field of a profile")
        }
        let reason = try PlainText(requiredReason: request.reason)
        var variables = Dictionary(uniqueKeysWithValues: marks.map { ($0, "-") })
        variables[.reason] = reason.text
        variables[.time] = MailDate.minute(milliseconds: id.milliseconds)
        self.variables = variables
    }

    private static func id(_ text: String, field: String) throws -> UUIDv7 {
        guard !text.isEmpty else {
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: field, "the \(field) is missing")
        }
        guard let id = UUIDv7(text) else {
            throw RPCError.violation(
                .invalidArgument, .fieldMalformed, field: field,
                "the \(field) is no UUID of version 7 in its text form")
        }
        return id
    }
}

extension MailVariable {
    /// - Returns: nil for what is no field of a profile.
    fileprivate init?(field: ProfileField) {
        switch field {
        case .displayName: self = .displayName
        case .photo: self = .photo
        case .bio: self = .bio
        case .pronouns: self = .pronouns
        case .location: self = .location
        case .links: self = .links
        case .unspecified, .unrecognized: return nil
        }
    }
}
