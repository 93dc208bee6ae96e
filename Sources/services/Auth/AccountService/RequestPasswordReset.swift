import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountHandler {
    /// Writes one row and gives one answer for every address, whether an account has it or not.
    /// `ResetRequests` handles the row when the answer has left. The answer leaves with
    /// `ResponsePadding`: otherwise the work for one request could show in the time of the next
    /// answer.
    package func requestPasswordReset(
        _ request: RequestPasswordResetRequest, context: CallContext
    ) async throws -> RequestPasswordResetResponse {
        let arrival = ContinuousClock.now
        var rules = BrokenRules()
        let email = rules.check(email: request.email, in: configuration.mailDomains)
        let locale = LanguageTag(describing: request.locale)?.text ?? ""
        guard rules.isEmpty, let email else {
            throw rules.refusal(of: RequestPasswordResetRequest.self)
        }
        let device = try await device(request.deviceToken, of: email)
        let mail = try limits.mail(for: device.map(Asker.device) ?? .stranger(context.peer))
        try await limits.spend([mail])
        let flow = try challenges.newFlow(random)
        var challenge = challenges.request(
            .resetPassword, at: email.canonical, flow: flow, by: mail.key)
        let waiting = ResetRequest(
            challenge: challenge, locale: locale, isFromKnownDevice: device != nil)
        try await resetRequests.answering(waiting) {
            try await store.add(waiting, now: clock())
            try await verifier.padding.wait(since: arrival)
        }
        challenge.begin(at: clock())
        return RequestPasswordResetResponse(flow: flow.token.text, expiresAtMs: challenge.expiresAt)
    }

    /// The device that a token is of, if its account has the address. Nothing is looked up by the
    /// address, so that the time of the answer tells nothing of it.
    private func device(_ text: String, of email: EmailAddress) async throws -> KnownDevice? {
        guard let token = OpaqueToken(text, kind: .device),
            let device = try await store.device(token),
            try await store.addresses(of: device.accountID)
                .contains(where: { $0.canonical == email.canonical })
        else { return nil }
        return device
    }
}
