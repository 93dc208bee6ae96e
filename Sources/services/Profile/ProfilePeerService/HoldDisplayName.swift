import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func holdDisplayName(
        _ request: HoldDisplayNameRequest, context: CallContext
    ) async throws -> HoldDisplayNameResponse {
        let user = try UUIDv7(request: request.userID)
        if request.isNameless {
            try RPCError.requireNoName(request.displayName)
            try await store.hold(nil, for: user, now: clock())
        } else {
            let name = try await DisplayName(request: request.displayName, store)
            try await store.hold(name, for: user, now: clock())
        }
        return HoldDisplayNameResponse()
    }
}
