import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers `RequestPasswordReset`: has a mail sent by which a new password can be chosen.
struct PasswordResetRequestHandler: Sendable {
    let requests: ResetRequests
    let challenges: Challenges
    let limits: MailLimits
    let pacing: AnswerPacing
    let store: AuthStore
    let domains: MailDomains
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let random: RandomSource

    /// One row and one answer for every address, whether anybody has it or not: see `ResetRequests`,
    /// which looks at it when the answer has left. That is at a multiple of `AnswerPacing`'s quantum, so
    /// that what is done for one request is not to be felt in the answer to the next.
    func requestPasswordReset(
        _ request: RequestPasswordResetRequest, _ context: CallContext
    ) async throws -> RequestPasswordResetResponse {
        let arrival = ContinuousClock.now
        var rules = BrokenRules()
        let email = rules.check(email: request.email, in: domains)
        let locale = rules.check(locale: request.locale)
        guard rules.isEmpty, let email, let locale else {
            throw rules.refusal(of: RequestPasswordResetRequest.self)
        }
        let device = try await device(request.deviceToken, of: email)
        let asker = try await limits.count(by: device, context)
        let flow = try challenges.newFlow(random)
        var challenge = challenges.request(at: email, flow: flow, by: asker)
        let waiting = ResetRequest(
            challenge: challenge, locale: locale, isFromKnownDevice: device != nil)
        try await requests.answering(waiting) {
            try await store.add(waiting, now: clock())
            try await pacing.wait(since: arrival)
        }
        challenge.begin(at: clock())
        return RequestPasswordResetResponse(flow: flow.token.text, expiresAtMs: challenge.expiresAt)
    }

    /// The device that a token is of, if its account has the address. Nothing is looked up by the
    /// address, so that the time of the answer tells nothing of it.
    private func device(_ text: String, of email: EmailAddress) async throws -> KnownDevice? {
        guard let token = OpaqueToken(text, kind: .device),
            let device = try await store.device(token),
            let account = try await store.account(id: device.accountID),
            account.canonicalEmail == email.canonical
        else { return nil }
        return device
    }
}
