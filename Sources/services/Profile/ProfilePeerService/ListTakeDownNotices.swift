import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func listTakeDownNotices(
        _ request: ListTakeDownNoticesRequest, context: CallContext
    ) async throws -> ListTakeDownNoticesResponse {
        let limit = PageSize(request.pageSize).limit
        let after = try request.afterNoticeID.nilIfEmpty.map {
            try UUIDv7(entry: $0, field: "after_notice_id", of: "notice")
        }
        let notices = try await store.notices(after: after, limit: limit)
        return ListTakeDownNoticesResponse(
            notices: notices.map(\.message), hasMore: notices.count == limit)
    }
}
