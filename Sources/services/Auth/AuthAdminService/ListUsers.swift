import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listUsers(
        _ request: ListUsersRequest, context: CallContext
    ) async throws -> ListUsersResponse {
        let place = try pages.position(request.pageToken, in: .users) ?? []
        let size = PageTokens.size(request.pageSize)
        let users = try await store.users(after: place, limit: size, at: sessionClock)
        return ListUsersResponse(
            users: await summaries(of: users, context),
            nextPageToken: try pages.next(in: .users, after: users, size: size) { $0.id.bytes })
    }
}
