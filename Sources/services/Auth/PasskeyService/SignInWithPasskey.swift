import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PasskeyHandler {
    package func signInWithPasskey(
        _ request: SignInWithPasskeyRequest, context: CallContext
    ) async throws -> SignInWithPasskeyResponse {
        try await signIns.metrics.countingSignIn { try await signIn(request, context) }
    }

    /// An unknown passkey, a wrong signature, a device that has not verified its user and a
    /// disabled account are answered alike.
    private func signIn(
        _ request: SignInWithPasskeyRequest, _ context: CallContext
    ) async throws -> SignInWithPasskeyResponse {
        let invalid = RPCError.passkeyInvalid(.unauthenticated, "assertion")
        let shown = OpaqueToken(request.deviceToken, kind: .device)
        let found = if let shown { try await store.device(shown) } else { KnownDevice?.none }
        let (use, account) = try await limits.guessing(by: Asker(found, context)) {
            let use = try await passkeys.use(by: request.assertion ?? PasskeyAssertion())
            guard let use, use.answer.isUserVerified,
                let account = try await store.account(id: use.passkey.accountID),
                !account.isDisabled(at: clock())
            else { throw invalid }
            return (use, account)
        }
        guard !account.mustResetPassword else { throw RPCError.passwordResetRequired("assertion") }
        let known = found?.accountID == account.id ? found : nil
        let permit = try signIns.verifier.correct(by: Asker(known, context), of: account.id)
        let attempt = try await limits.attempt([permit])
        guard
            let opened = try await signIns.open(
                account, on: SessionDevice(request), known: known, keeping: request.deviceToken,
                meeting: .passkey(use), isTold: true, spending: attempt.permits, context)
        else { throw RPCError.attemptExpired("attempt") }
        attempt.recorded()
        signIns.metrics.signIns.count(.ok)
        return SignInWithPasskeyResponse(
            session: opened.session, tokens: opened.tokens, deviceToken: opened.deviceToken)
    }
}
