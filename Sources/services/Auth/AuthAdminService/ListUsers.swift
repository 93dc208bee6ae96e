import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listUsers(
        _ request: ListUsersRequest, context: CallContext
    ) async throws -> ListUsersResponse {
        let page = try pages.page(request.pageToken, size: request.pageSize, context)
        let users = try await store.users(after: page.id, limit: page.limit, at: sessionClock)
        return ListUsersResponse(
            users: await summaries(of: users, context),
            nextPageToken: try page.next(after: users) { "\($0.id)" })
    }
}
