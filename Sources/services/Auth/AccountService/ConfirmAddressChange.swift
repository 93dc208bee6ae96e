import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func confirmAddressChange(
        _ request: ConfirmAddressChangeRequest, context: CallContext
    ) async throws -> ConfirmAddressChangeResponse {
        let (session, account) = try await callers.caller(of: context)
        let old = (ChallengePurpose.changeAddressOld, request.oldCode, "old_code")
        let new = (ChallengePurpose.changeAddressNew, request.newCode, "new_code")
        let met = try await callers.met(
            by: account.verifiedPrimary == nil ? [new] : [old, new], in: session)
        let isDone = try await changePrimary(
            to: met[met.count - 1].address, of: account, by: session, using: met)
        // Another account may have the address by now: a caller who begins anew is told by mail.
        guard isDone else { throw RPCError.codeExpired("new_code") }
        return ConfirmAddressChangeResponse(account: try await info(of: account.id))
    }
}
