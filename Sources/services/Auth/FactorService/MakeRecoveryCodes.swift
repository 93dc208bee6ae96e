import RollcallAPI
import RollcallRPC

extension FactorHandler {
    package func makeRecoveryCodes(
        _ request: MakeRecoveryCodesRequest, context: CallContext
    ) async throws -> MakeRecoveryCodesResponse {
        let (session, account) = try await callers.reauthenticate(
            request.proof, for: FactorServiceMethods.makeRecoveryCodes, context)
        guard try await store.hasFactor(account.id) else { throw RPCError.factorNotFound }
        let (texts, digests) = try factors.newRecoveryCodes(of: account.id)
        try await change(
            account, by: .replaceCodes(digests), in: session, telling: .recoveryCodesMade)
        return MakeRecoveryCodesResponse(recoveryCodes: texts)
    }
}
