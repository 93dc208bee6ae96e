import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func upgradeAccount(
        _ request: UpgradeAccountRequest, context: CallContext
    ) async throws -> UpgradeAccountResponse {
        throw RPCError(.unimplemented, "not there yet")
    }
}
