import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func updateProfile(
        _ request: UpdateProfileRequest, context: CallContext
    ) async throws -> UpdateProfileResponse {
        let user = try context.userID
        var name: DisplayName?
        if let text = request.displayName { name = try await DisplayName(request: text, store) }
        return try await confirmingOwnName(context) {
            guard let name else {
                return UpdateProfileResponse(profile: try await store.profile(of: user))
            }
            return UpdateProfileResponse(
                profile: try await store.rename(user, to: name, now: clock()))
        }
    }
}
