import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func updateProfile(
        _ request: UpdateProfileRequest, context: CallContext
    ) async throws -> UpdateProfileResponse {
        let user = try context.userID
        guard let text = request.displayName else {
            return UpdateProfileResponse(profile: try await store.profile(of: user))
        }
        let name = try DisplayName(request: text)
        return UpdateProfileResponse(
            profile: try await store.rename(user, to: name, now: clock()))
    }
}
