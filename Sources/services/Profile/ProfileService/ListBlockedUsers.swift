import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func listBlockedUsers(
        _ request: ListBlockedUsersRequest, context: CallContext
    ) async throws -> ListBlockedUsersResponse {
        let page = try pages.page(request.pageToken, size: request.pageSize, context)
        let users = try await store.blocks(
            by: context.userID, after: page.id, limit: page.limit)
        return ListBlockedUsersResponse(
            users: users.map { NamedUser(userID: $0.user.description, displayName: $0.name) },
            nextPageToken: try page.next(after: users) { "\($0.user)" })
    }
}
