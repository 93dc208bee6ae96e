import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func listBlockedUsers(
        _ request: ListBlockedUsersRequest, context: CallContext
    ) async throws -> ListBlockedUsersResponse {
        let limit = PageSize(request.pageSize).limit
        let after = request.after.isEmpty ? nil : try UUIDv7(entry: request.after, field: "after")
        let users = try await store.blocks(by: context.userID, after: after, limit: limit)
        return ListBlockedUsersResponse(
            users: users.map { NamedUser(userID: $0.user.description, displayName: $0.name) },
            hasMore: users.count == limit)
    }
}
