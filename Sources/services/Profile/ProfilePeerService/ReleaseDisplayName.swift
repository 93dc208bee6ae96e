import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func releaseDisplayName(
        _ request: ReleaseDisplayNameRequest, context: CallContext
    ) async throws -> ReleaseDisplayNameResponse {
        try await store.release(UUIDv7(request: request.userID), now: clock())
        return ReleaseDisplayNameResponse()
    }
}
