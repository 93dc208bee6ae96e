import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func unblockUser(
        _ request: UnblockUserRequest, context: CallContext
    ) async throws -> UnblockUserResponse {
        do {
            try await store.unblock(ProfileKey(request: request.user), by: context.userID)
        } catch let error as RPCError where error.reasons == [.profileNotFound] {
            // Nobody has such a name, nor is blocked by it.
        }
        return UnblockUserResponse()
    }
}
