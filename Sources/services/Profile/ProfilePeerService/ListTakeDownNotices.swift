import RollcallAPI
import RollcallRPC

extension ProfilePeerHandler {
    package func listTakeDownNotices(
        _ request: ListTakeDownNoticesRequest, context: CallContext
    ) async throws -> ListTakeDownNoticesResponse {
        let page = try pages.page(request.pageToken, size: request.pageSize, context)
        let notices = try await store.notices(after: page.id, limit: page.limit)
        return ListTakeDownNoticesResponse(
            notices: notices.map(\.message),
            nextPageToken: try page.next(after: notices) { "\($0.id)" })
    }
}
