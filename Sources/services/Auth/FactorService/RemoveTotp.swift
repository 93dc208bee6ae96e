import RollcallAPI
import RollcallRPC

extension FactorHandler {
    package func removeTotp(
        _ request: RemoveTotpRequest, context: CallContext
    ) async throws -> RemoveTotpResponse {
        let (session, account) = try await callers.reauthenticate(
            request.proof, for: FactorServiceMethods.removeTotp, context)
        guard try await store.hasFactor(account.id) else { throw RPCError.factorNotFound }
        let isDone = try await store.removeFactor(
            of: account, by: session.id, notice: notices.make(.totpRemoved, of: account),
            at: callers.sessionClock)
        guard isDone else { throw Self.changedMeanwhile }
        return RemoveTotpResponse()
    }
}
