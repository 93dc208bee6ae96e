import RollcallAPI
import RollcallRPC

extension FactorHandler {
    package func removeTotp(
        _ request: RemoveTotpRequest, context: CallContext
    ) async throws -> RemoveTotpResponse {
        let (session, account) = try await callers.reauthenticate(
            request.proof, for: FactorServiceMethods.removeTotp, context)
        guard try await store.hasFactor(account.id) else { throw RPCError.factorNotFound }
        try await change(account, by: .remove, in: session, telling: .totpRemoved)
        return RemoveTotpResponse()
    }
}
