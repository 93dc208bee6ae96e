import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func getAccount(
        _ request: GetAccountRequest, context: CallContext
    ) async throws -> GetAccountResponse {
        let (_, account) = try await callers.caller(of: context)
        return GetAccountResponse(account: try await info(of: account.id))
    }
}
