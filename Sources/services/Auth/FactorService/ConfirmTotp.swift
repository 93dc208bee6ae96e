import RollcallAPI
import RollcallBasics
import RollcallRPC

extension FactorHandler {
    package func confirmTotp(
        _ request: ConfirmTotpRequest, context: CallContext
    ) async throws -> ConfirmTotpResponse {
        let (session, account) = try await callers.caller(of: context)
        // What cannot be a code is no guess.
        let code = try DigitCode(entered: request.code, .ofApp).orThrow(.factorWrong("code"))
        return try await callers.limits.guessing(by: .session(session.id, of: account.id)) {
            guard let stored = try await store.totp(of: account.id), stored.confirmedAt == nil,
                factors.clock() - stored.createdAt < Factors.timeToConfirm.wholeMilliseconds
            else { throw RPCError.codeExpired("code") }
            let step = try factors.step(of: code, by: stored, of: account.id)
                .orThrow(.factorWrong("code"))
            let (texts, digests) = try factors.newRecoveryCodes(of: account.id)
            try await change(
                account, by: .confirm(stored, step: step, codes: digests), in: session,
                telling: .totpAdded)
            return ConfirmTotpResponse(recoveryCodes: texts)
        }
    }
}
