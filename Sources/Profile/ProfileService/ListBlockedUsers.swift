import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func listBlockedUsers(
        _ request: ListBlockedUsersRequest, context: CallContext
    ) async throws -> ListBlockedUsersResponse {
        let limit = PageSize(request.pageSize).limit
        var after: UUIDv7?
        if !request.after.isEmpty {
            after = UUIDv7(request.after)
            guard after != nil else {
                throw RPCError.violation(
                    .invalidArgument, .fieldMalformed, field: "after",
                    "a user id is a UUID of version 7 in its text form")
            }
        }
        let users = try await store.blocks(by: context.userID, after: after, limit: limit)
        return ListBlockedUsersResponse(
            users: users.map { NamedUser(userID: $0.user.description, displayName: $0.name) },
            hasMore: users.count == limit)
    }
}
