import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func updateProfile(
        _ request: UpdateProfileRequest, context: CallContext
    ) async throws -> UpdateProfileResponse {
        let user = try context.userID
        let change = try await ProfileEdit(request, store)
        return try await confirmingOwnName(context) {
            UpdateProfileResponse(
                profile: try await store.update(user, change, now: clock()).ownMessage(
                    links: links))
        }
    }
}
