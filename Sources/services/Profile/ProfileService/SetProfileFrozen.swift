import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func setProfileFrozen(
        _ request: SetProfileFrozenRequest, context: CallContext
    ) async throws -> SetProfileFrozenResponse {
        try await store.setFrozen(
            UUIDv7(request: request.userID), request.isFrozen, now: clock())
        return SetProfileFrozenResponse()
    }
}
