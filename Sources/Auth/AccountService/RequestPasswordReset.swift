import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountHandler {
    /// One row and one answer for every address, whether anybody has it or not: see `ResetRequests`,
    /// which looks at it when the answer has left. That is at a multiple of `AnswerPacing`'s quantum, so
    /// that what is done for one request is not to be felt in the answer to the next.
    package func requestPasswordReset(
        _ request: RequestPasswordResetRequest, context: CallContext
    ) async throws -> RequestPasswordResetResponse {
        let arrival = ContinuousClock.now
        var rules = BrokenRules()
        let email = rules.check(email: request.email, in: auth.configuration.mailDomains)
        let locale = rules.check(locale: request.locale)
        guard rules.isEmpty, let email, let locale else {
            throw rules.refusal(of: RequestPasswordResetRequest.self)
        }
        let device = try await device(request.deviceToken, of: email)
        let asker = try await mailLimits.count(by: device, context)
        let flow = try challenges.newFlow(auth.random)
        var challenge = challenges.request(at: email, flow: flow, by: asker)
        let waiting = ResetRequest(
            challenge: challenge, locale: locale, isFromKnownDevice: device != nil)
        try await resetRequests.answering(waiting) {
            try await auth.store.add(waiting, now: auth.clock())
            try await auth.gate.pacing.wait(since: arrival)
        }
        challenge.begin(at: auth.clock())
        return RequestPasswordResetResponse(flow: flow.token.text, expiresAtMs: challenge.expiresAt)
    }

    /// The device that a token is of, if its account has the address. Nothing is looked up by the
    /// address, so that the time of the answer tells nothing of it.
    private func device(_ text: String, of email: EmailAddress) async throws -> KnownDevice? {
        guard let token = OpaqueToken(text, kind: .device),
            let device = try await auth.store.device(token),
            let account = try await auth.store.account(id: device.accountID),
            account.canonicalEmail == email.canonical
        else { return nil }
        return device
    }
}
