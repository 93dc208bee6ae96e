import RollcallAPI
import RollcallRPC
import RollcallRules
import RollcallWire

extension AuthHandler {
    package func signUp(
        _ request: SignUpRequest, context: CallContext
    ) async throws -> SignUpResponse {
        try await metrics.countingSignUp {
            let form: SignUpForm
            do throws(BrokenRules) {
                form = try SignUpForm(request, configuration)
            } catch {
                throw await refusal(error, request.displayName, of: SignUpRequest.self, context)
            }
            try await verifier.checkForRoom(context)
            return try await signUp(form, context)
        }
    }

    func signUp(_ form: SignUpForm, _ context: CallContext) async throws -> SignUpResponse {
        try await limits.signUp(context) { permit in
            guard signUpsUnderWay.enter(form.idempotencyKey) else {
                throw RPCError.signUpUnderWay
            }
            defer { signUpsUnderWay.leave(form.idempotencyKey) }
            if let earlier = try await store.signUp(idempotencyKey: form.idempotencyKey) {
                // On a full disk the caller learns nothing, and is not counted.
                try await SignUpNotBegun.unless { try await store.keep([permit]) }
                if earlier.state == .committed {
                    return try await signUpAgain(earlier, form, spending: permit, context)
                }
                guard !signUpsUnderWay.isClaimedElsewhere(earlier.claim) else {
                    throw RPCError.signUpUnderWay
                }
                try await signUps.end(earlier)
            }
            return try await signUps.run(form, spending: permit, context)
        }
    }

    /// The answer to a form that breaks rules, with those of Profile as far as it answers, and as
    /// often as the caller may ask.
    func refusal<Request: Message>(
        _ rules: BrokenRules, _ displayName: String, of request: Request.Type,
        _ context: CallContext
    ) async -> RPCError {
        var broken = rules
        if !displayName.spaceTrimmed.isEmpty, await limits.mayCheckName(for: context) {
            broken.add((try? await names.violations(of: displayName, for: context)) ?? [])
        }
        return broken.refusal(of: request)
    }

    /// The same sign-up once more: a new session of its account.
    private func signUpAgain(
        _ earlier: SignUpRecord, _ form: SignUpForm, spending permit: Permit,
        _ context: CallContext
    ) async throws -> SignUpResponse {
        guard earlier.isSame(as: form),
            let account = try await store.account(id: earlier.accountID)
        else { throw Self.keyReused }
        guard let password = form.password else {
            return try await signUpAgain(account, form, spending: permit, context)
        }
        let verdict = try await verifier.check(
            password.text, of: .account(account), from: nil, for: context)
        guard case .correct(let account, _, let attempt) = verdict else { throw Self.keyReused }
        guard !account.mustResetPassword else {
            try await attempt.spend()
            throw RPCError.passwordResetRequired("password")
        }
        // The key alone is no second step: it is in the database as it was sent.
        let steps = try await secondSteps(of: account, on: nil)
        guard steps.isEmpty else { throw Self.keyReused }
        guard
            let opened = try await open(
                account, on: form.device, isTold: false, spending: [permit] + attempt.permits,
                context)
        else { throw RPCError(.aborted, "the account was changed meanwhile; try again") }
        attempt.recorded()
        // Most likely the confirmation was lost as well; if it fails again, the outbox goes on.
        try? await signUps.deliverOutbox(of: account.id)
        return SignUpResponse(
            session: opened.session, tokens: opened.tokens, deviceToken: opened.deviceToken)
    }

    static var keyReused: RPCError {
        .violation(
            .failedPrecondition, .idempotencyKeyReused, field: "idempotency_key",
            "the idempotency key was used with another request; make a new one")
    }
}

extension RPCError {
    static var signUpUnderWay: RPCError {
        RPCError(.aborted, "a sign-up with this idempotency key is under way; wait for it")
    }
}
