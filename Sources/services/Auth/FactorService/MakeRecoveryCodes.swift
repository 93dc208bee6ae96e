import RollcallAPI
import RollcallRPC

extension FactorHandler {
    package func makeRecoveryCodes(
        _ request: MakeRecoveryCodesRequest, context: CallContext
    ) async throws -> MakeRecoveryCodesResponse {
        let (session, account) = try await callers.reauthenticate(
            request.proof, for: FactorServiceMethods.makeRecoveryCodes, context)
        guard try await store.hasFactor(account.id) else { throw RPCError.factorNotFound }
        let codes = try factors.newRecoveryCodes(of: account.id)
        let isDone = try await store.replaceRecoveryCodes(
            of: account, by: codes.digests, session: session.id,
            notice: notices.make(.recoveryCodesMade, of: account), at: callers.sessionClock)
        guard isDone else { throw Self.changedMeanwhile }
        return MakeRecoveryCodesResponse(recoveryCodes: codes.texts)
    }
}
