import RollcallAPI
import RollcallRPC

extension UserHandler {
    func listUsers(
        _ request: ListUsersRequest, _ context: CallContext
    ) async throws -> ListUsersResponse {
        let place = try pages.position(request.pageToken, in: .users) ?? []
        let size = PageTokens.size(request.pageSize)
        let users = try await store.users(after: place, limit: size, at: sessionClock)
        var response = ListUsersResponse(users: await summaries(of: users, context))
        if users.count == size, let last = users.last {
            response.nextPageToken = try pages.token(of: .users, endingWith: last.id.bytes)
        }
        return response
    }
}
