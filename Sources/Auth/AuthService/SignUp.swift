import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    package func signUp(
        _ request: SignUpRequest, context: CallContext
    ) async throws -> SignUpResponse {
        try await metrics.countingSignUp { try await makeAccount(request, context) }
    }

    private func makeAccount(
        _ request: SignUpRequest, _ context: CallContext
    ) async throws -> SignUpResponse {
        let form: SignUpForm
        do {
            form = try SignUpForm(request, commonPasswords, configuration.mailDomains)
        } catch {
            throw try await refusal(error, of: request, context)
        }
        try await gate.checkForRoom(context)
        return try await signUpLimits.count(context) { attempt in
            try await signUp(form, counting: attempt, context)
        }
    }

    private func signUp(
        _ form: SignUpForm, counting attempt: Charge, _ context: CallContext
    ) async throws -> SignUpResponse {
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
            try await giveUp(earlier.accountID)
        }
        try await checkThatNamesAreFree(form, context)
        return try await SignUpSaga(auth: self, form: form, attempt: attempt, call: context).run()
    }

    /// The rules that the form breaks, with those of Profile as far as it answers, and as often as the
    /// caller may ask.
    private func refusal(
        _ broken: BrokenRules, of request: SignUpRequest, _ context: CallContext
    ) async throws -> RPCError {
        var broken = broken
        if judgesName(request.displayName), try await signUpLimits.mayCheckName(for: context) {
            broken.add((try? await names.violations(of: request.displayName, for: context)) ?? [])
        }
        return broken.refusal(of: SignUpRequest.self)
    }

    /// Whether Profile is asked about a name: it says of an empty one that it is missing.
    private func judgesName(_ displayName: String) -> Bool {
        !displayName.isEmpty || configuration.requiresDisplayName
    }

    /// So that both fields are marked when both are taken, and nothing is begun that cannot end
    /// well. What decides is the hold and the unique index.
    private func checkThatNamesAreFree(
        _ form: SignUpForm, _ context: CallContext
    ) async throws {
        var violations: [Violation] = []
        do {
            if judgesName(form.displayName) {
                violations = try await names.violations(of: form.displayName, for: context)
            }
        } catch let error as RPCError where error.code == .unavailable {
            throw SignUpNotBegun(error: error)
        }
        var broken = BrokenRules()
        if try await store.account(email: form.email) != nil { broken.addEmailTaken() }
        broken.add(violations)
        guard broken.isEmpty else { throw broken.refusal(of: SignUpRequest.self) }
    }

    /// Ends an earlier try with the same key for good, so that its display name is free again.
    private func giveUp(_ accountID: UUIDv7) async throws {
        try await store.abort(accountID)
        do {
            try await deliverOutbox(of: accountID)
        } catch let error as RPCError
            where !error.isOverload && ![.resourceExhausted, .cancelled].contains(error.code)
        {
            throw RPCError(.unavailable, "an earlier try could not be ended yet; try again later")
        }
    }

    private func deliverOutbox(of accountID: UUIDv7) async throws {
        for item in try await store.outbox(of: accountID) where outbox.takes(item) {
            try await outbox.deliver(item)
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
        let (session, token) = try newSession(of: account.id, on: form.device, context)
        let (device, deviceToken) = try newDevice(of: account.id)
        guard
            try await store.open(
                session, refreshedBy: token, of: account, on: device, counting: charge,
                configuration)
        else {
            throw RPCError(.aborted, "the account was changed meanwhile; try again")
        }
        // Most likely the confirmation was lost as well; if it fails again, the outbox goes on.
        try? await deliverOutbox(of: account.id)
        return SignUpResponse(
            session: message(session, of: account.address),
            tokens: try await tokens(of: session, role: account.role, refreshToken: token),
            deviceToken: deviceToken.text)
    }
}

/// Profile could not be asked, or the store not be written to, before anything was looked at that a
/// caller could learn of.
struct SignUpNotBegun: Error {
    let error: any Error

    /// - Throws: `SignUpNotBegun` of what `body` throws; `CancellationError`.
    static func unless(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw SignUpNotBegun(error: error)
        }
    }
}

extension BrokenRules {
    mutating func addEmailTaken() {
        add(.emailTaken, "email", "another account has this e-mail address")
    }
}
