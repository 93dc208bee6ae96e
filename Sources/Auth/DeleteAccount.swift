import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountDataHandler {
    package func deleteAccount(
        _ request: DeleteAccountRequest, context: CallContext
    ) async throws -> DeleteAccountResponse {
        try await withVerified {
            try await auth.reauthenticate(request.password, field: "password", context)
        } _: { session, verified in
            let (now, configuration) = (auth.clock(), auth.configuration)
            let outcome = try await deletion.delete(verified.id) { db, account in
                guard try db.session(session.id)?.isLive(at: now, configuration) == true else {
                    throw RPCError.sessionEnded
                }
                if try db.isLastAdmin(account.id, now: now) { throw RPCError.lastAdmin }
                return account.passwordHashText == verified.passwordHashText
            }
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
