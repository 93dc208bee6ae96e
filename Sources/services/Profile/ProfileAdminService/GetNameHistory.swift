import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func getNameHistory(
        _ request: GetNameHistoryRequest, context: CallContext
    ) async throws -> GetNameHistoryResponse {
        let name = try DisplayName(given: request.displayName)
        let page = try pages.page(
            request.pageToken, size: request.pageSize, of: name.canonical, context)
        var history = try await store.history(
            of: name, before: Int(page.position), limit: page.limit, now: clock())
        history.nextPageToken = try page.next(after: history.tenures) { "\($0.number)" }
        return history
    }
}
