import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers `SignUp`: makes an account, with a display name or without one, and signs it in.
struct SignUpHandler: Sendable {
    let rules: SignUpForm.Rules
    let limits: SignUpLimits
    let gate: PasswordGate
    let underWay: SignUpsUnderWay
    let saga: SignUpSaga
    let store: AuthStore
    let names: DisplayNames
    let issuer: SessionIssuer
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    func signUp(
        _ request: SignUpRequest, _ context: CallContext
    ) async throws -> SignUpResponse {
        let form = try await form(of: request, context)
        try await gate.checkForRoom(context)
        return try await limits.count(context) { attempt in
            guard underWay.enter(form.idempotencyKey) else {
                throw RPCError(
                    .aborted, "a sign-up with this idempotency key is under way; wait for it")
            }
            defer { underWay.leave(form.idempotencyKey) }
            if let earlier = try await store.signUp(idempotencyKey: form.idempotencyKey) {
                try await SignUpNotBegun.unless { try await store.keep(attempt) }
                if earlier.state == .committed {
                    return try await signUpAgain(earlier, form, context)
                }
                try await saga.end(earlier)
            }
            return try await saga.run(form, counting: attempt, context)
        }
    }

    /// What the request says, if it keeps the rules.
    ///
    /// - Throws: `RPCError` with the rules that it breaks, with those of Profile as far as it answers, and
    ///   as often as the caller may ask.
    private func form(
        of request: SignUpRequest, _ context: CallContext
    ) async throws -> SignUpForm {
        do throws(BrokenRules) {
            return try SignUpForm(request, rules)
        } catch {
            var broken = error
            if !request.displayName.isEmpty, try await limits.mayCheckName(for: context) {
                broken.add(
                    (try? await names.violations(of: request.displayName, for: context)) ?? [])
            }
            throw broken.refusal(of: SignUpRequest.self)
        }
    }

    /// The same sign-up once more: a new session of its account.
    private func signUpAgain(
        _ earlier: SignUpRecord, _ form: SignUpForm, _ context: CallContext
    ) async throws -> SignUpResponse {
        guard earlier.isSame(as: form),
            let account = try await store.account(id: earlier.accountID),
            case .right(_, let charge) = try await gate.verdict(
                on: form.password.text, from: nil, for: context,
                claim: {
                    PasswordGate.Claim(
                        login: account.email, accountID: account.id,
                        hash: account.passwordHash(ifEnabledAt: clock()))
                })
        else {
            throw RPCError.violation(
                .failedPrecondition, .idempotencyKeyReused, field: "idempotency_key",
                "the idempotency key was used with another request; make a new one")
        }
        guard !account.mustResetPassword else {
            if let charge { try await store.keep(charge) }
            throw RPCError.passwordResetRequired
        }
        let (session, token) = try issuer.newSession(of: account.id, on: form.device, context)
        let (device, deviceToken) = try issuer.newDevice(of: account.id)
        guard
            try await store.open(
                session, refreshedBy: token, of: account, on: device, counting: charge,
                configuration)
        else {
            throw RPCError(.aborted, "the account was changed meanwhile; try again")
        }
        // Most likely the confirmation was lost as well; if it fails again, the outbox goes on.
        try? await saga.deliverOutbox(of: account.id)
        return SignUpResponse(
            session: session.message(account.address, configuration),
            tokens: try await issuer.tokens(
                of: session, role: account.role, refreshToken: token),
            deviceToken: deviceToken.text)
    }
}
