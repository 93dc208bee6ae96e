import RollcallAPI
import RollcallRPC

extension AuthHandler {
    /// Opens the session of a sign-in that waits for the second factor.
    ///
    /// - Parameters:
    ///   - code: nil for a text that cannot be one. That is no guess.
    ///   - field: the request's field with the code.
    func continueSignIn(
        _ token: String, by code: FactorCode?, of field: String, _ context: CallContext
    ) async throws -> ContinueSignInResponse {
        guard let code else { throw RPCError.factorWrong(field) }
        let (attempt, known) = try await attempt(token)
        let permits = try limits.guess(
            at: code, of: attempt?.account, by: Asker(known, context))
        let refusal = attempt.map {
            SignInRefusalRecord(.wrongFactor, of: $0.account, at: clock(), context)
        }
        return try await limits.guessing(with: permits, noting: refusal) {
            try await withVerified {
                let (attempt, account) = try await account(of: attempt, field)
                let use = try await factors.use(of: code, by: account.id)
                return try await open(
                    account, on: known, by: use.orThrow(.factorWrong(field)), using: attempt,
                    context)
            }
        }
    }

    /// The same by a passkey of the account. Its device need not have verified its user, as the
    /// first proof was another.
    func continueSignIn(
        _ token: String, by assertion: PasskeyAssertion, _ context: CallContext
    ) async throws -> ContinueSignInResponse {
        let (attempt, known) = try await attempt(token)
        return try await limits.guessing(by: Asker(known, context)) {
            try await withVerified {
                let (attempt, account) = try await account(of: attempt, "token")
                guard let use = try await passkeys.use(by: assertion),
                    use.passkey.accountID == account.id
                else { throw RPCError.passkeyInvalid(.invalidArgument, "passkey") }
                return try await open(
                    account, on: known, by: .passkey(use), using: attempt, context)
            }
        }
    }

    /// The attempt with a token, if there is one, and the caller's device, if the account knows it.
    private func attempt(_ token: String) async throws -> (FactorAttempt?, KnownDevice?) {
        guard let attempt = try factors.attempt(token) else { return (nil, nil) }
        guard let id = attempt.knownDevice else { return (attempt, nil) }
        return (attempt, try await store.device(id))
    }

    /// An attempt that was not used, with its account, which may still be signed in to.
    ///
    /// - Parameter field: the request's, if the attempt is of no use any more.
    /// - Throws: `RPCError` (CODE_EXPIRED, PASSWORD_RESET_REQUIRED).
    func account(
        of attempt: FactorAttempt?, _ field: String
    ) async throws -> (FactorAttempt, Account) {
        guard let attempt,
            let account = try await store.read({ snapshot in
                try snapshot.isUnused(attempt.digest) ? snapshot.account(attempt.account) : nil
            }),
            account.credentialsChangedAt == attempt.credentialsChangedAt,
            !account.isDisabled(at: clock())
        else { throw RPCError.codeExpired(field) }
        guard !account.mustResetPassword else { throw RPCError.passwordResetRequired("token") }
        return (attempt, account)
    }

    /// - Returns: nil if the account, the attempt or the factor is another by now.
    private func open(
        _ account: Account, on known: KnownDevice?, by use: FactorUse,
        using attempt: FactorAttempt, _ context: CallContext
    ) async throws -> ContinueSignInResponse? {
        let notice = try await notice(of: use, by: account, on: attempt.device, context)
        guard
            let opened = try await open(
                account, on: attempt.device, known: known, continuing: attempt, meeting: use,
                isTold: true, telling: notice, spending: [], context)
        else { return nil }
        metrics.signIns.count(.ok)
        return ContinueSignInResponse(
            session: opened.session, tokens: opened.tokens, deviceToken: opened.deviceToken)
    }

    /// Says that a recovery code was used, and how many are left; nil for a code of an app.
    private func notice(
        of use: FactorUse, by account: Account, on device: SessionDevice, _ context: CallContext
    ) async throws -> Notice? {
        guard case .recovery = use else { return nil }
        let left = try await store.factor(of: account.id).codesLeft - 1
        return try notices.make(
            .recoveryCodeUsed, of: account,
            variables: [
                .codesLeft: "\(left)", .device: device.label, .network: context.peer.addressPrefix,
            ])
    }
}
