import RollcallAPI
import RollcallRPC

extension AccountDataHandler {
    package func deleteAccount(
        _ request: DeleteAccountRequest, context: CallContext
    ) async throws -> DeleteAccountResponse {
        try await withVerified {
            let (session, verified) = try await callers.reauthenticate(
                request.proof, for: AccountDataServiceMethods.deleteAccount, context)
            let owner = DeletionRight.Owner(
                sessionID: session.id, verified: verified,
                clock: SessionClock(now: clock(), configuration: configuration))
            let outcome = try await deletion.delete(verified.id, by: .ofOwner(owner))
            switch outcome {
            case .done(let receipt):
                return DeleteAccountResponse(
                    receipt: receipt.token.text, requestedAtMs: receipt.requestedAt)
            case .unknown: throw RPCError.sessionEnded
            case .refused: return nil
            }
        }
    }
}
