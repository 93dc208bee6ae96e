import RollcallAPI
import RollcallCrypto
import RollcallRPC
import RollcallRules

extension AuthHandler {
    package func signUp(
        _ request: SignUpRequest, context: CallContext
    ) async throws -> SignUpResponse {
        try await metrics.countingSignUp { try await signUp(request, context) }
    }

    private func signUp(
        _ request: SignUpRequest, _ context: CallContext
    ) async throws -> SignUpResponse {
        let form = try await form(of: request, context)
        try await verifier.checkForRoom(context)
        return try await limits.signUp(context) { permit in
            guard signUpsUnderWay.enter(form.idempotencyKey) else {
                throw RPCError(
                    .aborted, "a sign-up with this idempotency key is under way; wait for it")
            }
            defer { signUpsUnderWay.leave(form.idempotencyKey) }
            if let earlier = try await store.signUp(idempotencyKey: form.idempotencyKey) {
                // On a full disk the caller learns nothing, and is not counted.
                try await SignUpNotBegun.unless { try await store.keep([permit]) }
                if earlier.state == .committed {
                    return try await signUpAgain(earlier, form, spending: permit, context)
                }
                try await signUps.end(earlier)
            }
            return try await signUps.run(form, spending: permit, context)
        }
    }

    /// What the request says, if it keeps the rules.
    ///
    /// - Throws: `RPCError` with the rules that it breaks, with those of Profile as far as it
    ///   answers, and as often as the caller may ask.
    private func form(
        of request: SignUpRequest, _ context: CallContext
    ) async throws -> SignUpForm {
        do throws(BrokenRules) {
            return try SignUpForm(request, configuration)
        } catch {
            var broken = error
            if !request.displayName.spaceTrimmed.isEmpty, await limits.mayCheckName(for: context) {
                broken.add(
                    (try? await names.violations(of: request.displayName, for: context)) ?? [])
            }
            throw broken.refusal(of: SignUpRequest.self)
        }
    }

    /// The same sign-up once more: a new session of its account.
    private func signUpAgain(
        _ earlier: SignUpRecord, _ form: SignUpForm, spending permit: Permit,
        _ context: CallContext
    ) async throws -> SignUpResponse {
        guard earlier.isSame(as: form),
            let account = try await store.account(id: earlier.accountID)
        else { throw Self.keyReused }
        let verdict = try await verifier.check(
            form.password.text, of: .account(account), from: nil, for: context)
        guard case .correct(let account, _, let attempt) = verdict else { throw Self.keyReused }
        guard !account.mustResetPassword else {
            try await attempt.spend()
            throw RPCError.passwordResetRequired("password")
        }
        // The key alone is no second step: it is in the database as it was sent.
        let steps = try await secondSteps(of: account, on: nil)
        guard steps.isEmpty else { throw Self.keyReused }
        guard
            let (session, tokens, device) = try await open(
                account, on: form.device, isTold: false, spending: [permit] + attempt.permits,
                context)
        else { throw RPCError(.aborted, "the account was changed meanwhile; try again") }
        attempt.recorded()
        // Most likely the confirmation was lost as well; if it fails again, the outbox goes on.
        try? await signUps.deliverOutbox(of: account.id)
        return SignUpResponse(session: session, tokens: tokens, deviceToken: device.text)
    }

    private static var keyReused: RPCError {
        .violation(
            .failedPrecondition, .idempotencyKeyReused, field: "idempotency_key",
            "the idempotency key was used with another request; make a new one")
    }
}
