import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func updateProfile(
        _ request: UpdateProfileRequest, context: CallContext
    ) async throws -> UpdateProfileResponse {
        let user = try context.userID
        let name = try request.displayName.map(DisplayName.init(request:))
        return try await confirmingOwnName(context) {
            guard let name else {
                return UpdateProfileResponse(profile: try await store.profile(of: user))
            }
            return UpdateProfileResponse(
                profile: try await store.rename(user, to: name, now: clock()))
        }
    }
}
