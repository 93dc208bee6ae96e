import RollcallAPI
import RollcallRPC

extension AuthHandler {
    /// Opens the session of a sign-in that was suspended. Whatever ends a code between its mail and
    /// this call gives the answer of a token that never existed.
    package func continueSignIn(
        _ request: ContinueSignInRequest, context: CallContext
    ) async throws -> ContinueSignInResponse {
        let token = request.token
        switch request.step {
        case .mailedCode(let code)?:
            return try await continueSignIn(token, byMailed: code, context)
        case .password(let password)?:
            return try await continueSignIn(token, by: password, context)
        case .totpCode(let text)?:
            let code = DigitCode(entered: text, .ofApp).map { FactorCode.totp($0) }
            return try await continueSignIn(token, by: code, of: "totp_code", context)
        case .recoveryCode(let text)?:
            let code = RecoveryCode(entered: text).map { FactorCode.recovery($0) }
            return try await continueSignIn(token, by: code, of: "recovery_code", context)
        case .passkey(let assertion)?:
            return try await continueSignIn(token, by: assertion, context)
        case nil:
            throw RPCError.missing("step", "the sign-in needs a second step, such as a mailed code")
        }
    }

    private func continueSignIn(
        _ token: String, byMailed code: String, _ context: CallContext
    ) async throws -> ContinueSignInResponse {
        let expired = RPCError.codeExpired("mailed_code")
        let challenge = try await limits.guessing(by: .stranger(context.peer)) {
            let key = try ChallengeKey(token, of: .signIn, .linkIdentity).orThrow(expired)
            return try await challenges.met(by: code, at: key, field: "mailed_code")
        }
        return try await withVerified {
            let account = try await account(of: challenge).orThrow(expired)
            return try await proceed(
                account, using: challenge, isTold: false, spending: limits.attempt(), context)
        }
    }

    /// Opens the session of a sign-in whose challenge was met. With an identity that is to be
    /// linked, the second factor is still to come, if the account has one.
    ///
    /// - Returns: nil if the account is another by now.
    func proceed(
        _ account: Account, using challenge: Challenge, isTold: Bool,
        spending attempt: consuming Attempt, _ context: CallContext
    ) async throws -> ContinueSignInResponse? {
        if challenge.purpose == .linkIdentity {
            let steps = try await secondSteps(of: account, on: nil, isMailed: true)
            if !steps.isEmpty {
                let pending = try await suspend(
                    account, on: challenge.device, known: nil, until: steps,
                    with: challenge.identity, using: challenge, spending: attempt, context)
                return pending.map { ContinueSignInResponse(pending: $0) }
            }
        }
        guard
            let opened = try await open(
                account, on: challenge.device, using: challenge, isTold: isTold,
                spending: attempt.permits, context)
        else { return nil }
        attempt.recorded()
        metrics.signIns.count(.ok)
        return ContinueSignInResponse(
            session: opened.session, tokens: opened.tokens, deviceToken: opened.deviceToken)
    }

    /// The account of a suspended sign-in, which may still be signed in to; nil if it, or the
    /// challenge, has changed since.
    ///
    /// - Throws: `RPCError` (PASSWORD_RESET_REQUIRED).
    func account(of challenge: Challenge, field: String = "token") async throws -> Account? {
        guard let id = try await store.challenge(challenge.id)?.bond?.accountID,
            let account = try await store.account(id: id),
            challenge.protects(account), !account.isDisabled(at: clock())
        else { return nil }
        guard !account.mustResetPassword else { throw RPCError.passwordResetRequired(field) }
        return account
    }
}
