import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func holdDisplayName(
        _ request: HoldDisplayNameRequest, context: CallContext
    ) async throws -> HoldDisplayNameResponse {
        let user = try UUIDv7(request: request.userID)
        let name = try DisplayName(
            request: request.displayName,
            breaking: DisplayName.rulesBroken(byChoosing: request.displayName))
        try await store.hold(name, for: user, now: clock())
        return HoldDisplayNameResponse()
    }
}
