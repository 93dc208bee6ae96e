import AccessTokens
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
            ? nil
            : try UUIDv7(entry: request.afterNoticeID, field: "after_notice_id", of: "notice")
        let notices = try await store.notices(after: after, limit: limit)
        return ListTakeDownNoticesResponse(
            notices: notices.map(\.message), hasMore: notices.count == limit)
    }
}
