import RollcallAPI
import RollcallBasics
import RollcallRPC

extension FactorHandler {
    package func confirmTotp(
        _ request: ConfirmTotpRequest, context: CallContext
    ) async throws -> ConfirmTotpResponse {
        let (session, account) = try await callers.caller(of: context)
        // What cannot be a code is no guess.
        let code = try TOTPCode(entered: request.code).orThrow(.factorWrong("code"))
        return try await limits.guessing(by: .session(session.id, of: account.id)) {
            let clock = callers.sessionClock
            guard let stored = try await store.totp(of: account.id), stored.confirmedAt == nil,
                clock.now - stored.createdAt < Factors.timeToConfirm.wholeMilliseconds
            else { throw RPCError.codeExpired("code") }
            let step = try factors.step(of: code, by: stored, of: account.id)
                .orThrow(.factorWrong("code"))
            let codes = try factors.newRecoveryCodes(of: account.id)
            let isDone = try await store.confirmTOTP(
                stored, at: step, of: account, codes: codes.digests, by: session.id,
                notice: notices.make(.totpAdded, of: account), at: clock)
            guard isDone else { throw Self.changedMeanwhile }
            return ConfirmTotpResponse(recoveryCodes: codes.texts)
        }
    }
}
