import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func restoreProfile(
        _ request: RestoreProfileRequest, context: CallContext
    ) async throws -> RestoreProfileResponse {
        let user = try UUIDv7(request: request.userID)
        // A name may be reserved by now that was not when the user signed up: it stays the user's.
        try await store.restore(user, wanting: WantedName(request), now: clock()) {
            try DisplayName.generated(.system)
        }
        return RestoreProfileResponse()
    }
}
