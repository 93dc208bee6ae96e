import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func blockUser(
        _ request: BlockUserRequest, context: CallContext
    ) async throws -> BlockUserResponse {
        let (user, key) = (try context.userID, try ProfileKey(request: request.user))
        try await confirmingOwnName(context) {
            try await store.block(key, by: user, now: clock())
        }
        return BlockUserResponse()
    }
}
