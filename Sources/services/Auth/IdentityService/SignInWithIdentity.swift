import OpenIDConnect
import RollcallAPI
import RollcallRPC

extension IdentityHandler {
    package func signInWithIdentity(
        _ request: SignInWithIdentityRequest, context: CallContext
    ) async throws -> SignInWithIdentityResponse {
        try await signIns.metrics.countingSignIn {
            let proved = try await limits.guessing(by: .stranger(context.peer)) {
                try await identities.proved(request.proof, else: .unauthenticated)
            }
            return try await withVerified { try await signIn(request, proved, context) }
        }
    }

    /// - Returns: nil if what was read of the accounts here is not so any more.
    private func signIn(
        _ request: SignInWithIdentityRequest, _ proved: Identities.Proved, _ context: CallContext
    ) async throws -> SignInWithIdentityResponse? {
        if let account = try await store.account(identity: proved.identity.key) {
            return try await open(account, request, proved.identity, context)
        }
        guard let email = verifiedEmail(proved.token) else {
            return try await signUp(request, proved, nil, context)
        }
        let now = clock()
        switch try await store.read({ try $0.claim(of: email, now: now) }) {
        case .free: return try await signUp(request, proved, email, context)
        case .unusable: return try await signUp(request, proved, nil, context)
        case .proved(let account):
            return try await suspend(account, request, proved, context)
        case .unproved(let account):
            guard try await disarm(account, for: proved.identity, of: email),
                let present = try await store.account(identity: proved.identity.key)
            else { return nil }
            // The attempt is used up.
            return try await open(present, request, proved.identity.used, context)
        case .shared(let account):
            _ = try await disarm(account, for: proved.identity, of: email)
            return nil
        }
    }

    private func open(
        _ account: Account, _ request: SignInWithIdentityRequest, _ identity: ProvedIdentity,
        _ context: CallContext
    ) async throws -> SignInWithIdentityResponse? {
        try check(account)
        let known = try await store.device(request.deviceToken, of: account.id)
        let permit = try signIns.verifier.correct(by: Asker(known, context), of: account.id)
        let attempt = try await limits.attempt([permit])
        let outcome = try await signIns.signIn(
            to: account, on: SessionDevice(request), known: known, keeping: request.deviceToken,
            by: identity, spending: attempt, context)
        return outcome.map {
            SignInWithIdentityResponse(
                session: $0.session, tokens: $0.tokens, deviceToken: $0.deviceToken,
                pending: $0.pending)
        }
    }

    /// Waits for a proof of the account whose address the identity has. It links them.
    private func suspend(
        _ account: Account, _ request: SignInWithIdentityRequest, _ proved: Identities.Proved,
        _ context: CallContext
    ) async throws -> SignInWithIdentityResponse? {
        try check(account)
        let steps: [SignInStep] =
            (account.password == nil ? [] : [.password])
            + (account.verifiedPrimary == nil ? [] : [.mailedCode])
        var pending = try await signIns.suspend(
            account, on: SessionDevice(request), known: nil, as: .linkIdentity, until: steps,
            with: proved.identity, spending: limits.attempt(), context)
        pending?.linksProvider = proved.provider
        return pending.map { SignInWithIdentityResponse(pending: $0) }
    }

    /// - Parameter email: nil for an account without an address.
    private func signUp(
        _ request: SignInWithIdentityRequest, _ proved: Identities.Proved,
        _ email: EmailAddress?, _ context: CallContext
    ) async throws -> SignInWithIdentityResponse? {
        let form: SignUpForm
        do throws(BrokenRules) {
            form = try SignUpForm(request, proved.identity, email, configuration)
        } catch {
            throw await signIns.refusal(
                error, request.displayName, of: SignInWithIdentityRequest.self, context)
        }
        // What an attempt has made is not made again.
        let earlier = try await store.signUp(idempotencyKey: form.idempotencyKey)
        guard earlier?.state != .committed else { throw RPCError.attemptExpired("proof.attempt") }
        do {
            let answer = try await signIns.metrics.countingSignUp {
                try await signIns.signUp(form, context)
            }
            return SignInWithIdentityResponse(
                session: answer.session, tokens: answer.tokens, deviceToken: answer.deviceToken,
                isNewAccount: true, suggestedName: proved.token.name ?? "")
        } catch let error as RPCError
            where error.reasons.contains(where: { $0 == .identityTaken || $0 == .emailTaken })
        {
            // Somebody was faster, such as another first sign-in with the identity.
            return nil
        }
    }

    private func disarm(
        _ account: Account, for identity: ProvedIdentity, of email: EmailAddress
    ) async throws -> Bool {
        try await store.disarm(
            account, for: identity, of: email,
            notice: signIns.notices.make(.passwordChanged, of: account, at: [email.text]),
            now: clock())
    }

    /// Refuses an account that may not be signed in to.
    private func check(_ account: Account) throws {
        guard !account.isDisabled(at: clock()) else {
            throw RPCError.violation(
                .unauthenticated, .wrongCredentials, "the identity does not sign in")
        }
        guard !account.mustResetPassword else { throw RPCError.passwordResetRequired("proof") }
    }

    /// The address that a provider has verified, if mail may be sent to it.
    private func verifiedEmail(_ token: IdentityToken) -> EmailAddress? {
        guard token.isEmailVerified, let text = token.email, let email = try? EmailAddress(text),
            configuration.mailDomains.include(email)
        else { return nil }
        return email
    }
}
