import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func listTakeDownNotices(
        _ request: ListTakeDownNoticesRequest, context: CallContext
    ) async throws -> ListTakeDownNoticesResponse {
        let limit = PageSize(request.pageSize).limit
        let after =
            request.afterNoticeID.isEmpty
            ? nil : try UUIDv7(noticeID: request.afterNoticeID, field: "after_notice_id")
        let notices = try await store.notices(after: after, limit: limit)
        return ListTakeDownNoticesResponse(
            notices: notices.map(\.message), hasMore: notices.count == limit)
    }
}

extension UUIDv7 {
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    init(noticeID text: String, field: String) throws {
        guard let id = UUIDv7(text) else {
            throw RPCError.violation(
                .invalidArgument, .fieldMalformed, field: field,
                "the id of a notice is a UUID of version 7 in its text form")
        }
        self = id
    }
}
