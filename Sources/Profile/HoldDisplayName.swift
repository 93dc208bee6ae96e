import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func holdDisplayName(
        _ request: HoldDisplayNameRequest, context: CallContext
    ) async throws -> HoldDisplayNameResponse {
        let user = try UUIDv7(request: request.userID)
        let name = try await DisplayName(request: request.displayName, store)
        try await store.hold(name, for: user, now: clock())
        return HoldDisplayNameResponse()
    }
}
