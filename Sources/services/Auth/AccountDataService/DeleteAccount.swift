import RollcallAPI
import RollcallRPC

extension AccountDataHandler {
    package func deleteAccount(
        _ request: DeleteAccountRequest, context: CallContext
    ) async throws -> DeleteAccountResponse {
        try await withVerified {
            let (session, verified) = try await callers.reauthenticate(
                request.proof, for: AccountDataServiceMethods.deleteAccount, context)
            let right = DeletionRight.ofOwner(
                session: session.id, verified: verified, at: callers.sessionClock)
            let outcome = try await deletion.delete(verified.id, by: right)
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
