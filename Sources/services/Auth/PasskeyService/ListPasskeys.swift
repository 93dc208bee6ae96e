import RollcallAPI
import RollcallRPC

extension PasskeyHandler {
    package func listPasskeys(
        _ request: ListPasskeysRequest, context: CallContext
    ) async throws -> ListPasskeysResponse {
        let (_, account) = try await callers.caller(of: context)
        return ListPasskeysResponse(
            passkeys: try await store.passkeys(of: account.id).map(\.message))
    }
}
