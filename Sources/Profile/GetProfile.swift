import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func getProfile(
        _ request: GetProfileRequest, context: CallContext
    ) async throws -> GetProfileResponse {
        switch request.key {
        case .userID(let text):
            let user = try UUIDv7(request: text)
            return try await confirmingOwnName(context) {
                GetProfileResponse(profile: try await store.profile(of: user))
            }
        case .displayName(let text):
            // Nobody has a name that breaks the rules.
            guard let name = DisplayName(text) else { throw RPCError.profileNotFound }
            return try await confirmingOwnName(context) {
                GetProfileResponse(profile: try await store.profile(named: name))
            }
        case nil:
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: "key",
                "a profile is read by user id or by display name")
        }
    }
}
