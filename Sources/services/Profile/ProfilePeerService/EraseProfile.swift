import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func eraseProfile(
        _ request: EraseProfileRequest, context: CallContext
    ) async throws -> EraseProfileResponse {
        let user = try UUIDv7(request: request.userID)
        return EraseProfileResponse(
            erasedAtMs: try await photos.erase(
                user, freesName: request.freeName, now: clock()))
    }
}
