import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func confirmDisplayName(
        _ request: ConfirmDisplayNameRequest, context: CallContext
    ) async throws -> ConfirmDisplayNameResponse {
        try await store.confirm(UUIDv7(request: request.userID), now: clock())
        return ConfirmDisplayNameResponse()
    }
}
