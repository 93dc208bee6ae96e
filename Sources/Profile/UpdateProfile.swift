import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func updateProfile(
        _ request: UpdateProfileRequest, context: CallContext
    ) async throws -> UpdateProfileResponse {
        let user = try context.userID
        var name: DisplayName?
        if let text = request.displayName {
            let broken = try await rulesBroken(byChoosing: text, for: user)
            name = try DisplayName(request: text, breaking: broken)
        }
        return try await confirmingOwnName(context) {
            guard let name else {
                return UpdateProfileResponse(profile: try await store.profile(of: user))
            }
            return UpdateProfileResponse(
                profile: try await store.rename(user, to: name, now: clock()))
        }
    }
}
